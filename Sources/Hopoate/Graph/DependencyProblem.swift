/// One thing that is wrong with a container's registrations.
///
/// ```swift
/// do {
///     try container.validate()
/// } catch {
///     let missing = error.problems.filter { $0.kind == .missing }
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
    }

    /// What is wrong.
    public let kind: Kind
    /// The service that it is about, with its module: the missing one, or the one that is registered.
    public let service: String
    /// The name of that service, if it has any.
    public let name: String?
    /// The registrations that are involved, in the order of the path if there is one.
    public let nodes: [DependencyGraph.Node]
    /// The services on the way to the problem, without their modules. A circle ends where it began.
    public let path: [String]

    /// Registrations that look like the missing one.
    let lookAlikes: [DependencyGraph.Node]
    /// How many services are in circles with each other, for a cycle.
    let circleSize: Int

    /// A problem of the first of the nodes.
    ///
    /// There is at least one. If what is missing is given, the problem is about that, and the path ends with it. With a
    /// path, each of the nodes needs the next one.
    init(
        _ kind: Kind,
        _ nodes: [DependencyGraph.Node],
        missing: DependencyGraph.Edge? = nil,
        hasPath: Bool = false,
        lookAlikes: [DependencyGraph.Node] = [],
        circleSize: Int = 0
    ) {
        self.kind = kind
        self.nodes = nodes
        self.lookAlikes = lookAlikes
        self.circleSize = circleSize
        let subject = if case .creatorFailed = kind { nodes[nodes.count - 1] } else { nodes[0] }
        service = missing?.service ?? subject.service
        name = missing == nil ? subject.name : missing?.name
        var path = (hasPath ? nodes : [nodes[0]]).map { ShortName.of($0.service, named: $0.name) }
        if let missing { path.append(ShortName.of(missing.service, named: missing.name)) }
        if kind == .cycle { path.append(path[0]) }
        self.path = path
    }

    /// A creator that was tried and threw. The path ends with its registration.
    static func creatorFailed(_ message: String, path: [DependencyGraph.Node]) -> DependencyProblem {
        DependencyProblem(.creatorFailed(message), path, hasPath: true)
    }

    /// What is wrong, which lines registered what is involved, and how to mend it, in several lines.
    public var description: String {
        let service = service + (name.map { " named \"\($0)\"" } ?? "")
        switch kind {
        case .missing:
            return """
                Nothing is registered for \(service).
                \(list("needed by: ", nodes))
                \(way)\(lookAlikes.isEmpty ? "" : "\n" + list("looks like it: ", lookAlikes))
                To fix this, one of:
                    1. Register the service, in the container, in a parent of it or in a module that it installs.
                    2. Where doing without it is fine, take an optional.
                """
        case .cycle:
            let others =
                circleSize > nodes.count
                ? "\n    note: \(circleSize) services are in circles with each other, and this circle is one of them."
                : ""
            return """
                Creating \(service) takes \(service) itself.
                \(way)
                \(list("      ", nodes))\(others)
                To fix this, one of:
                    1. Let one of these services take the next one as a Lazy, which resolves it when it is needed.
                    2. Let one of them resolve the next one when it needs it, with a @Dependency property for example.
                    3. Move what both sides need into a service of its own.
                """
        case .captive:
            let (holder, held) = (nodes[0], nodes[nodes.count - 1])
            return """
                \(holder.serviceDescription) (\(holder.lifetime)) holds \(held.serviceDescription) (\(held.lifetime)), \
                which can end before it.
                \(way)
                \(list("      ", nodes))
                To fix this, one of:
                    1. Let the holder resolve it each time it needs it, with a @Dependency property for example.
                    2. Let the holder serve no longer than what it holds: give it the same lifetime, or `transient`.
                    3. Let what it holds serve as long as the holder.
                """
        case .duplicate:
            return """
                \(service) is registered by \(Set(nodes.map(\.module)).count) modules, and only the newest of them answers.
                \(list("registration: ", nodes))
                To fix this, one of:
                    1. Leave the service to one of the modules.
                    2. Give each registration a name of its own.
                    3. If one is to replace the other, register it in the container itself, after the modules.
                """
        case .nothingToDecorate:
            return """
                \(service) is decorated, but nothing is registered that the decorator could get.
                \(list("decorator: ", nodes))
                To fix this, one of:
                    1. Register the service before the decorator, or in a parent of the container. What is registered
                       after the decorator stands above it.
                    2. Remove the decorator.
                """
        case .valueHeldWeakly:
            return """
                \(service) is registered with the lifetime `weak`, but it is a value, which nobody can hold for others.
                \(list("registration: ", nodes))
                To fix this, one of:
                    1. Make it a class.
                    2. Register it with another lifetime, `cached` for example.
                """
        case .creatorFailed(let message):
            let failed = nodes[nodes.count - 1]
            return """
                The creator of \(failed.serviceDescription) threw an error: \(message)
                \(way)
                \(list("      ", nodes))
                To fix this, one of:
                    1. Mend what the creator complains about.
                    2. If it may fail here, leave it out of the services that are created for validation.
                """
        }
    }

    private var way: String { "    path: " + path.joined(separator: " → ") }

    private func list(_ label: String, _ nodes: [DependencyGraph.Node]) -> String {
        nodes.map { "    \(label)\($0)" }.joined(separator: "\n")
    }
}
