import Hopoate

/// A problem of a container's registrations.
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
///         case .unreadableProperties:
///             print(problem)
///         }
///     }
/// }
/// ```
public struct DependencyProblem: Sendable, Hashable, CustomStringConvertible {
    /// The problem.
    public enum Kind: Sendable, Hashable {
        /// A registration needs a service that nothing is registered for.
        case missing
        /// Creating a service takes the service itself.
        case cycle
        /// A kept service holds one that can end before it.
        case captive
        /// A service is removed before an older one that uses it, and one of them has an `onRemove`.
        case cleanedUpTooEarly
        /// Several modules register one service.
        case duplicate
        /// A decorator has nothing to wrap.
        case nothingToDecorate
        /// A creator requires this asynchronous service, which was not awaited.
        case notAwaited(String)
        /// A creator threw an error with this description.
        case creatorFailed(String)
        /// A property of a type needs a service that nothing is registered for, by any name.
        case missingForProperty(type: String, property: String)
        /// The properties of the program or of a module cannot be read.
        case unreadableProperties
    }

    /// The problem.
    public let kind: Kind
    /// The registrations that are involved, in the order of the path if there is one.
    public let nodes: [DependencyGraph.Node]
    /// The missing service, or the service whose registration has the problem, with its module. Empty for
    /// ``Kind/unreadableProperties``.
    public package(set) var service = ""
    /// The name of that service, if it has any.
    public private(set) var name: String?
    /// The services on the path to the problem, without their modules. A cycle ends with its first service.
    public package(set) var path: [String] = []
    package var headline = ""
    package var evidence: [String] = []
    /// One cure per line.
    package var cures = ""
    /// The number of the missing service's key, if one is missing.
    private(set) var missingKey: Int?

    /// The registration that has the problem, if one has.
    package let subject: DependencyGraph.Node?

    /// The problem, the registrations that are involved, and the cures, in several lines.
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
        path = nodes.map { ServiceKey.describe(DependencyGraph.shortName(of: $0.service), named: $0.name, " ") }
        explain(first, last, ServiceKey.describe(service, named: name))
        switch kind {
        case .cycle, .captive, .cleanedUpTooEarly, .notAwaited, .creatorFailed:
            evidence = [pathLine] + nodes.map { "      \($0)" }
        default:
            path = [path[0]]
            evidence = nodes.map { (kind == .nothingToDecorate ? "decorator: " : "registration: ") + $0.description }
        }
    }

    private mutating func explain(_ first: DependencyGraph.Node, _ last: DependencyGraph.Node, _ registered: String) {
        switch kind {
        case .cycle:
            path.append(path[0])
            headline = "Circular dependency: creating \(registered) takes \(registered) itself."
            cures =
                "Let one of these services take the next one as a Lazy, which resolves it when it is needed.\n"
                + "Let one of them resolve the next one when it needs it, with a @Dependency property for example."
        case .captive:
            headline =
                "\(first.serviceDescription) (\(first.lifetime)) holds \(last.serviceDescription) (\(last.lifetime)), "
                + "which can end before it."
            cures =
                "Let the holder resolve it each time it needs it, with a @Dependency property for example.\n"
                + "Let the holder serve no longer than what it holds: give it the same lifetime, or `transient`.\n"
                + "Let what it holds serve as long as the holder."
        case .notAwaited(let service):
            headline =
                "\(last.serviceDescription) requires \(service), which is created asynchronously and was not awaited."
            cures =
                "Await it first: `waitUntilReady()` or `asyncResolve(_:)`.\nRegister a mock of it before validating."
        case .creatorFailed(let message):
            headline = "The creator of \(last.serviceDescription) threw an error: \(message)"
            cures = "Correct what the error says.\nIf the creator cannot run in a test, register a mock of the service."
        case .duplicate:
            headline = "\(registered) is registered by several modules, and only the newest of them answers."
            cures =
                "Leave the service to one of the modules.\nGive each registration a name of its own.\n"
                + "If one is to replace the other, register it in the container itself, after the modules."
        case .nothingToDecorate:
            headline = "\(registered) is decorated, but nothing is registered that the decorator could get."
            cures = "Register the service before the decorator, or in a parent.\nRemove the decorator."
        case .cleanedUpTooEarly:
            headline = "\(first.serviceDescription) uses \(last.serviceDescription), which is removed before it."
            cures =
                "Register what is used before the service that uses it, or install its module before.\n"
                + "If they use each other, read the newer one by an @OptionalDependency property, which is nil by then."
        case .missing, .missingForProperty, .unreadableProperties: break
        }
    }

    /// Makes a problem of the registrations that need a missing service, with the registrations that are similar to it.
    init(missing needs: [DependencyGraph.Edge], for nodes: [DependencyGraph.Node], similar: [DependencyGraph.Node]) {
        self.init(.missing, nodes)
        let need = needs[0]
        (service, name, missingKey) = (need.service, need.name, need.key)
        path.append(ServiceKey.describe(DependencyGraph.shortName(of: service), named: name, " "))
        let (missing, isList) = (ServiceKey.describe(service, named: name), need.kind == .contributions)
        headline = isList ? "The list of \(missing) is empty." : "Nothing is registered for \(missing)."
        // Registrations that only a child of the creating container has.
        let hidden = similar.filter { $0.key == need.key }
        evidence =
            nodes.map { "needed by: \($0)" } + [pathLine] + hidden.map { "only a child has it: \($0)" }
            + similar.filter { $0.key != need.key }.map { "looks like it: \($0)" }
        cures = hidden.isEmpty ? "" : "Let each container make what needs it: give that the lifetime `perContainer`.\n"
        let ofList = "Contribute without a name.\nTake one service, or by a name in a creator: resolveAll(_:named:)."
        let ofService =
            "Register the service, in the container, in a parent of it or in a module that it installs.\n"
            + "Where doing without it is fine, take an optional parameter, or use @OptionalDependency or optionalResolve(_:)."
        cures += isList ? ofList : ofService
    }

    private var pathLine: String { "path: " + path.joined(separator: " → ") }
}
