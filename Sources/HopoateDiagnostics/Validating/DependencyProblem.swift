package import Hopoate

/// A problem with the registrations of a container, or with the properties of a program: something that fails when the app does it.
///
/// One cause is one problem, which lists all users.
///
/// ```swift
/// import HopoateDiagnostics
///
/// do {
///     try container.validate()
/// } catch let error as DependencyValidationError {
///     for problem in error.problems {
///         switch problem.kind {
///         case .missing:
///             print(problem.service, problem.name ?? "", problem.properties)
///         case .cycle, .captive, .cleanedUpTooEarly, .creatorFailed:
///             print(problem.path.joined(separator: " → "))
///         case .nothingToDecorate, .unreadableProperties:
///             print(problem, problem.nodes)
///         }
///     }
/// }
/// ```
public struct DependencyProblem: Sendable, Hashable, CustomStringConvertible {
    /// The problem.
    public enum Kind: Sendable, Hashable {
        /// Nothing is registered for a service that a registration or a property needs, or for a listed key.
        case missing
        /// Creating a service requires the service itself.
        case cycle
        /// The instance of a cached service, for example, holds an instance of another service that can be released first, or that
        /// each child of its container has its own of.
        case captive
        /// A service that has an `onRemove` is removed before older services that use it.
        case cleanedUpTooEarly
        /// A decorator has no registration below it.
        case nothingToDecorate
        /// A creator or decorator threw an error with this description.
        case creatorFailed(String)
        /// The properties of the program or of a module cannot be read.
        case unreadableProperties
    }

    /// The problem.
    public let kind: Kind
    /// The missing service, or the service whose registration has the problem, with its module.
    ///
    /// Empty for ``Kind-swift.enum/unreadableProperties``.
    public var service: String { missingKey?.label ?? subject?.service ?? "" }
    /// The name of ``service``, if it has one.
    public var name: String? { missingKey == nil ? subject?.name : missingKey?.name }
    /// The registrations that need the service or have the problem, each with those on the way to the problem.
    package var paths: [[DependencyGraph.Node]]
    /// The properties that need a missing service, as `MyApp.Feed.store`.
    public package(set) var properties: [String] = []
    /// What follows the registrations on a path.
    private var end: [String] = []
    package var headline = ""
    /// What a failed look-up would say about a missing service.
    package var hints: [String] = []
    /// One cure per line.
    package var cures = ""
    /// The key of the missing service, if one is missing.
    private(set) var missingKey: ServiceKey?

    /// The registrations that are involved, in the order of ``path`` if there is one.
    public var nodes: [DependencyGraph.Node] {
        var known: Set<Int> = []
        return paths.joined().filter { known.insert($0.id).inserted }
    }

    /// The services on the path to the problem from its first user, without their modules. The path of a cycle ends with its first
    /// service.
    public var path: [String] { steps + end }

    private var steps: [String] {
        paths.first?.map(\.shortDescription)
            ?? properties.prefix(1).map { $0.split(separator: ".").suffix(2).joined(separator: ".") }
    }

    /// The registration that has the problem, if one has.
    package var subject: DependencyGraph.Node? {
        switch kind {
        case .cleanedUpTooEarly, .creatorFailed: paths.first?.last
        default: paths.first?.first
        }
    }

    /// The problem, its users and how to fix it, in several lines.
    public var description: String {
        let cures = cures.split(separator: "\n").enumerated().map { "    \($0 + 1). \($1)" }
        return ([headline] + evidence.map { "    " + $0 } + ["To fix this, one of:"] + cures).joined(separator: "\n")
    }

    private var evidence: [String] {
        let users = paths.map { "\($0[0])" } + properties
        if users.isEmpty { return hints }
        let path = "path: " + (steps.limited(\.self) + end).joined(separator: " → ")
        switch kind {
        case .missing: return users.limited { "needed by: \($0)" } + [path] + hints
        case .nothingToDecorate: return users.map { "decorator: \($0)" }
        default: return [path] + paths[0].limited { "      \($0)" } + users.dropFirst().limited { "needed by: \($0)" }
        }
    }
}

extension DependencyProblem {
    /// Makes a problem of registrations, each of which has a path to it.
    package init(_ kind: Kind, _ paths: [[DependencyGraph.Node]]) {
        (self.kind, self.paths) = (kind, paths)
        if let first = paths.first?.first, let last = paths.first?.last { explain(first, last) }
    }

    private mutating func explain(_ first: DependencyGraph.Node, _ last: DependencyGraph.Node) {
        let described = ServiceKey.describe(service, named: name)
        switch kind {
        case .cycle:
            end = [first.shortDescription]
            headline = "Circular dependency: creating \(described) requires \(described) itself."
            cures =
                "Let one of these services take the next one as a Lazy, which resolves it when it is used.\n"
                + "Let one of them resolve the next one when it uses it, for example with a @Dependency property."
        case .captive: explainCaptive(first, last)
        case .creatorFailed(let message):
            let function = last.kind == .decorator ? "decorator" : "creator"
            headline = "The \(function) of \(last.serviceDescription) threw an error: \(message)"
            cures = """
                Fix the cause of the error.
                If it cannot run in a test, register a stub of the service in the checked container, before the check.
                """
        case .nothingToDecorate:
            headline = "\(described) has a decorator, but there is no registration that it can decorate."
            cures = "Register the service before the decorator, or in a parent.\nRemove the decorator."
        case .cleanedUpTooEarly:
            headline = "\(last.serviceDescription) is removed before \(first.serviceDescription), which uses it."
            cures = """
                Register the used service before the services that use it, or install its module first.
                If they use each other, read the newer one with an @OptionalDependency property, which is then nil.
                """
        case .missing, .unreadableProperties: break
        }
    }

    private mutating func explainCaptive(_ holder: DependencyGraph.Node, _ captive: DependencyGraph.Node) {
        let isOfEachChild = captive.lifetime == Lifetime.perContainer.description
        headline =
            "\(holder.serviceDescription) (\(holder.lifetime)) holds \(captive.serviceDescription) (\(captive.lifetime)), "
            + (isOfEachChild ? "of which each child has its own." : "whose lifetime can end first.")
        cures =
            isOfEachChild
            ? "Give the holder the lifetime `perContainer` too. Then each child creates its own from its own services.\n"
                + "If the children are to share one instance, give the service that it holds the lifetime `cached`.\n"
                + "If the holder is to use its own container's instance, accept the problem: `checkWiring(accepting:)`."
            : "Let the holder resolve the service each time it uses it, for example with a @Dependency property.\n"
                + "Give the holder the lifetime of the service that it holds, or `transient`.\n"
                + "Give the service that it holds a lifetime as long as the holder's."
    }

    /// Makes a problem about a missing service, with those that need it.
    package init(missing key: ServiceKey, for paths: [[DependencyGraph.Node]] = []) {
        (kind, self.paths, missingKey) = (.missing, paths, key)
        end = [ServiceKey.describe(DependencyGraph.shortName(of: service), named: name, " ")]
        headline = "Nothing is registered for \(key.description)."
        cures = """
            Register the service in the container, in its parent or in a module that it installs.
            If the service may be missing, take an optional parameter, or use @OptionalDependency or optionalResolve(_:).
            """
    }

    /// Makes a problem about properties that cannot be read. The caller adds its texts.
    package init(unreadable headline: String, _ hints: [String] = [], cures: String) {
        (kind, paths, self.headline, self.hints, self.cures) = (.unreadableProperties, [], headline, hints, cures)
    }
}

extension Collection {
    /// The text of each element. Of more than 50, that of the first 49, how many follow, and that of the last, which may be the cause.
    package func limited(_ text: (Element) -> String) -> [String] {
        if count <= 50 { return map(text) }
        return prefix(49).map(text) + ["and \(count - 50) more"] + dropFirst(count - 1).map(text)
    }
}
