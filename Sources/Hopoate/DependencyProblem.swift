/// One thing that is wrong with a container's registrations.
///
/// ```swift
/// do {
///     try container.validate()
/// } catch {
///     for problem in error.problems {
///         switch problem.kind {
///         case .missing, .missingForProperty:
///             print(problem.service, problem.name ?? "")
///         case .cycle, .captive:
///             print(problem.path.joined(separator: " → "))
///         case .duplicate, .nothingToDecorate, .valueHeldWeakly, .creatorFailed:
///             print(problem.nodes)
///         case .unreadableProperties:
///             print(problem)
///         }
///     }
/// }
/// ```
public struct DependencyProblem: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// Something needs a service that nothing is registered for.
        case missing
        /// Creating a service takes the service itself.
        case cycle
        /// A service holds one that can end before it.
        case captive
        /// Several modules register one service.
        case duplicate
        /// A decorator has nothing to wrap.
        case nothingToDecorate
        /// A value is to be kept as long as others hold it.
        case valueHeldWeakly
        /// A creator that was tried threw an error with this description.
        case creatorFailed(String)
        /// A property of a type needs a service that nothing is registered for, by any name.
        case missingForProperty(type: String, property: String)
        /// The properties of the program, or of a module, cannot be read.
        case unreadableProperties
    }

    /// What is wrong.
    public let kind: Kind
    /// The registrations that are involved, in the order of the path if there is one.
    public let nodes: [DependencyGraph.Node]
    /// The need for the missing service, if that is the problem.
    var missing: DependencyGraph.Edge?
    /// Registrations that look like the missing one.
    var lookAlikes: [DependencyGraph.Node] = []
    /// The texts of a problem that is not about registrations.
    var report = PropertyReport()

    /// The service that it is about, with its module: the missing one, or the one that is registered. Empty for
    /// ``Kind/unreadableProperties``.
    public var service: String { missing?.service ?? subject?.service ?? report.service }

    /// The name of that service, if it has any.
    public var name: String? { missing == nil ? subject?.name : missing?.name }

    /// The registration that it is about, if it is about any.
    package var subject: DependencyGraph.Node? {
        if case .creatorFailed = kind { nodes.last } else { nodes.first }
    }

    /// The services on the way to the problem, without their modules. A cycle ends where it began.
    public var path: [String] {
        let steps = nodes.map { ShortName.of($0.service, named: $0.name) }
        return switch kind {
        case .missing: [steps[0], ShortName.of(service, named: name)]
        case .cycle: steps + [steps[0]]
        case .captive, .creatorFailed: steps
        case .duplicate, .nothingToDecorate, .valueHeldWeakly: [steps[0]]
        case .missingForProperty, .unreadableProperties: report.path
        }
    }

    /// What is wrong, which lines registered what is involved, and how to mend it, in several lines.
    public var description: String {
        let cures = cures.split(separator: "\n").enumerated().map { "    \($0 + 1). \($1)" }
        return ([headline] + evidence + ["To fix this, one of:"] + cures).joined(separator: "\n")
    }

    private var headline: String {
        let service = service + (name.map { " named \"\($0)\"" } ?? "")
        let (first, last) = (nodes.first, nodes.last)
        return switch kind {
        case .missing: "Nothing is registered for \(service)."
        case .cycle: "Circular dependency: creating \(service) takes \(service) itself."
        case .captive:
            "\(first!.serviceDescription) (\(first!.lifetime)) holds \(last!.serviceDescription) (\(last!.lifetime)), "
                + "which can end before it."
        case .duplicate:
            "\(service) is registered by \(Set(nodes.map(\.module)).count) modules, and only the newest of them answers."
        case .nothingToDecorate: "\(service) is decorated, but nothing is registered that the decorator could get."
        case .valueHeldWeakly:
            "\(service) is registered with the lifetime `weak`, but it is a value, which nobody can hold for others."
        case .creatorFailed(let message): "The creator of \(last!.serviceDescription) threw an error: \(message)"
        case .missingForProperty, .unreadableProperties: report.headline
        }
    }

    private var evidence: [String] {
        let way = "    path: " + path.joined(separator: " → ")
        func list(_ label: String, _ nodes: [DependencyGraph.Node]) -> [String] { nodes.map { "    \(label)\($0)" } }
        return switch kind {
        case .missing:
            list("needed by: ", nodes) + [way] + list("only a child has it: ", ofChildren)
                + list("looks like it: ", lookAlikes.filter { !ofChildren.contains($0) })
        case .cycle, .captive, .creatorFailed: [way] + list("      ", nodes)
        case .duplicate, .valueHeldWeakly: list("registration: ", nodes)
        case .nothingToDecorate: list("decorator: ", nodes)
        case .missingForProperty, .unreadableProperties: report.evidence.map { "    " + $0 }
        }
    }

    /// Registrations of the missing service in children of the container that is to make what needs it.
    private var ofChildren: [DependencyGraph.Node] { lookAlikes.filter { $0.key == missing?.key } }

    /// One to a line.
    private var cures: String {
        switch kind {
        case .missing:
            (ofChildren.isEmpty
                ? "" : "Let each container make what needs it: give that the lifetime `perContainer`.\n")
                + "Register the service, in the container, in a parent of it or in a module that it installs.\n"
                + "Where doing without it is fine, take an optional."
        case .cycle:
            "Let one of these services take the next one as a Lazy, which resolves it when it is needed.\n"
                + "Let one of them resolve the next one when it needs it, with a @Dependency property for example.\n"
                + "Move what both sides need into a service of its own."
        case .captive:
            "Let the holder resolve it each time it needs it, with a @Dependency property for example.\n"
                + "Let the holder serve no longer than what it holds: give it the same lifetime, or `transient`.\n"
                + "Let what it holds serve as long as the holder."
        case .duplicate:
            "Leave the service to one of the modules.\nGive each registration a name of its own.\n"
                + "If one is to replace the other, register it in the container itself, after the modules."
        case .nothingToDecorate:
            "Register the service before the decorator, or in a parent of the container.\nRemove the decorator."
        case .valueHeldWeakly:
            "Make it a class.\nRegister it with another lifetime, `cached` for example."
        case .creatorFailed:
            "Mend what the creator complains about.\n"
                + "If it cannot run in a test, register a mock of the service before validating."
        case .missingForProperty, .unreadableProperties: report.cures
        }
    }
}
