import Hopoate

/// A problem with the registrations of a container.
///
/// ```swift
/// import HopoateDiagnostics
///
/// do {
///     try container.validate()
/// } catch let error as DependencyValidationError {
///     for problem in error.problems {
///         switch problem.kind {
///         case .missing, .missingForProperty:
///             print(problem.service, problem.name ?? "")
///         case .cycle, .captive, .cleanedUpTooEarly:
///             print(problem.path.joined(separator: " → "))
///         case .duplicate, .nothingToDecorate, .notAwaited, .creatorFailed:
///             print(problem.nodes)
///         case .capturedContainer(let fileID, let line):
///             print(problem.service, "at", fileID, line)
///         case .unreadableProperties:
///             print(problem)
///         }
///     }
/// }
/// ```
public struct DependencyProblem: Sendable, Hashable, CustomStringConvertible {
    /// The problem.
    public enum Kind: Sendable, Hashable {
        /// Nothing is registered for a service that a registration needs.
        case missing
        /// Creating a service requires the service itself.
        case cycle
        /// The instance of a cached service, for example, holds an instance of another service that can be released first, or that
        /// each child of its container has its own of.
        case captive
        /// A service is removed before an older service that uses it, and one of the two has an `onRemove`.
        case cleanedUpTooEarly
        /// Several modules register the same service.
        case duplicate
        /// A decorator has no registration below it.
        case nothingToDecorate
        /// A creator requires this service, whose creator is asynchronous and was not awaited.
        case notAwaited(String)
        /// A creator threw an error with this description.
        case creatorFailed(String)
        /// A creator uses a container that it has captured, at this line, instead of the one that creates its service.
        case capturedContainer(fileID: String, line: UInt)
        /// Nothing is registered for the service of this property, by any name.
        case missingForProperty(type: String, property: String)
        /// The properties of the program or of a module cannot be read.
        case unreadableProperties
    }

    /// The problem.
    public let kind: Kind
    /// The registrations that are involved, in the order of ``path`` if there is one.
    public let nodes: [DependencyGraph.Node]
    /// The missing service, or the service whose registration has the problem, with its module.
    ///
    /// Empty for ``Kind-swift.enum/unreadableProperties``.
    public package(set) var service = ""
    /// The name of ``service``, if it has one.
    public private(set) var name: String?
    /// The services on the path to the problem, without their modules. The path of a cycle ends with its first service.
    public var path: [String] { nodesOnPath.map(\.shortDescription) + end }
    /// What follows the nodes on the path.
    package var end: [String] = []
    package var headline = ""
    package var evidence: [String] = []
    /// One cure per line.
    package var cures = ""
    /// The number of the missing service's key, if one is missing.
    private(set) var missingKey: Int?

    /// The registration that has the problem, if one has.
    package let subject: DependencyGraph.Node?

    private var nodesOnPath: ArraySlice<DependencyGraph.Node> { isAboutPath ? nodes[...] : nodes.prefix(1) }

    private var isAboutPath: Bool { ![.missing, .duplicate, .nothingToDecorate].contains(kind) }

    /// The problem, the registrations that are involved and how to fix it, in several lines.
    public var description: String {
        let cures = cures.split(separator: "\n").enumerated().map { "    \($0 + 1). \($1)" }
        return ([headline] + evidence.map { "    " + $0 } + ["To fix this, one of:"] + cures).joined(separator: "\n")
    }
}

extension DependencyProblem {
    /// Makes a problem with its texts. Without nodes it has none: the caller adds them.
    package init(_ kind: Kind, _ nodes: [DependencyGraph.Node] = [], about subject: DependencyGraph.Node? = nil) {
        (self.kind, self.nodes, self.subject) = (kind, nodes, subject ?? nodes.first)
        guard let first = nodes.first, let last = nodes.last, let subject = self.subject else { return }
        (service, name) = (subject.service, subject.name)
        explain(first, last, ServiceKey.describe(service, named: name))
        let word = isAboutPath ? "     " : kind == .nothingToDecorate ? "decorator:" : "registration:"
        evidence = (isAboutPath ? [pathLine] : []) + nodes.limited { "\(word) \($0)" }
    }

    private mutating func explain(_ first: DependencyGraph.Node, _ last: DependencyGraph.Node, _ registered: String) {
        switch kind {
        case .cycle:
            end = [first.shortDescription]
            headline = "Circular dependency: creating \(registered) requires \(registered) itself."
            cures =
                "Let one of these services take the next one as a Lazy, which resolves it when it is used.\n"
                + "Let one of them resolve the next one when it uses it, for example with a @Dependency property."
        case .captive: explainCaptive(first, last)
        case .notAwaited(let service):
            headline =
                "\(last.serviceDescription) requires \(service), which is created asynchronously and was not awaited."
            cures =
                "Await the service first: `waitUntilReady()` or `asyncResolve(_:)`.\nRegister a mock before validating."
        case .creatorFailed(let message):
            headline = "The creator of \(last.serviceDescription) threw an error: \(message)"
            cures = "Fix the cause of the error.\nIf the creator cannot run in a test, register a mock of the service."
        case .duplicate:
            headline = "\(registered) is registered by several modules, and only the newest registration is used."
            cures =
                "Register the service in one module only.\nGive each registration a name of its own.\n"
                + "If one overrides the other on purpose, register it in the container itself, after the modules."
        case .nothingToDecorate:
            headline = "\(registered) has a decorator, but there is no registration that it can decorate."
            cures = "Register the service before the decorator, or in a parent.\nRemove the decorator."
        case .cleanedUpTooEarly:
            headline = "\(first.serviceDescription) uses \(last.serviceDescription), which is removed first."
            cures =
                last.isCreatedByRequester && last.cleansUp == true
                ? "Give the service that uses it the lifetime `perContainer` too. Then it is newer, and is released first."
                : "Register the used service before the service that uses it, or install its module first.\n"
                    + "If they use each other, read the newer one with an @OptionalDependency property, which is then nil."
        case .missing, .capturedContainer, .missingForProperty, .unreadableProperties: break
        }
    }

    private mutating func explainCaptive(_ holder: DependencyGraph.Node, _ captive: DependencyGraph.Node) {
        let isOfEachChild = captive.isCreatedByRequester
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

    /// Makes a problem of the registrations that need a missing service, with the registrations that are similar to it.
    init(missing needs: [DependencyGraph.Edge], for nodes: [DependencyGraph.Node], similar: [DependencyGraph.Node]) {
        self.init(.missing, nodes)
        let need = needs[0]
        (service, name, missingKey) = (need.service, need.name, need.key)
        end = [ServiceKey.describe(DependencyGraph.shortName(of: service), named: name, " ")]
        let (missing, isList) = (ServiceKey.describe(service, named: name), need.kind == .contributions)
        headline = isList ? "The list of \(missing) contributions is empty." : "Nothing is registered for \(missing)."
        // Registrations that only a child of the creating container has.
        let hidden = similar.filter { $0.key == need.key }
        evidence =
            nodes.limited { "needed by: \($0)" } + [pathLine] + hidden.map { "registered only in a child: \($0)" }
            + similar.filter { $0.key != need.key }.map { "similar: \($0)" }
        cures = hidden.isEmpty ? "" : "Give the service that needs it the lifetime `perContainer`.\n"
        let ofList = "Contribute without a name.\nTake a single service, or call resolveAll(_:named:) in a creator."
        let ofService =
            "Register the service in the container, in its parent or in a module that it installs.\n"
            + "If the service may be missing, take an optional parameter, or use @OptionalDependency or optionalResolve(_:)."
        cures += isList ? ofList : ofService
    }

    private var pathLine: String { "path: " + (nodesOnPath.limited(\.shortDescription) + end).joined(separator: " → ") }
}

extension Collection {
    /// The text of each element. Of more than 50, that of the first 49, how many follow, and that of the last, which may be the cause.
    package func limited(_ text: (Element) -> String) -> [String] {
        if count <= 50 { return map(text) }
        return prefix(49).map(text) + ["and \(count - 50) more"] + dropFirst(count - 1).map(text)
    }
}
