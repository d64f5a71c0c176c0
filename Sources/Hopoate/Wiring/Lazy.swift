/// A service that is looked up when it is first used: for parameters of initializers that are registered with
/// `autoregister(_:initializer:)` of ``DependencyContainer``.
///
/// Two services that need each other can be created if one of them takes the other lazily.
///
/// ```swift
/// final class Thermosiphon {
///     private let heater: Lazy<any Heater>
///     init(heater: Lazy<any Heater>) { self.heater = heater }
///
///     var isPumping: Bool { heater().isHot }
/// }
/// ```
public final class Lazy<Service>: Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    /// Stands on a stack of its own.
    private let registration: AnyServiceRegistration
    /// The graph of the look-up whose creator made this.
    private let graph: Instances?

    /// Makes a handle by hand, in a test for example.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - container: The container to look in. By default the one that is shared now.
    ///   - fileID: Where the handle is made, for errors.
    ///   - line: Where the handle is made, for errors.
    public convenience init(
        _ service: Service.Type = Service.self,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(in: container, CodePlace(fileID, line))
    }

    required init(in container: DependencyContainer, _ place: CodePlace) {
        (table, held) = (container.table, container.containerToHold)
        graph = ThreadState.graphOfCreator
        let key = ServiceKey(Service.self, named: nil)
        let recipe = Recipe(plainCreator: { try Wiring(container: .shared, place: place).resolve(Service.self)! })
        let rank: AnyServiceRegistration.Rank = held == nil ? .library : .lazy
        registration = AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: rank)
        registration.shard.withLock { [registration, table] _, discarded in
            Stack(key, in: table).push(registration, &discarded)
        }
    }

    deinit { registration.remove(from: table) }

    /// The service. The first call resolves it, on the calling thread, and the handle keeps it.
    ///
    /// Threads that call meanwhile wait. A handle that a creator makes shares the creator's ``Lifetime/graph``, as properties do. The
    /// handle keeps its service alive: if that holds the handle's owner, use a ``WeakDependency`` instead. It keeps its container
    /// alive as a ``Dependency`` property does. Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// - Returns: The service.
    public func callAsFunction() -> Service {
        let resolver = Resolver(exactly: registration, in: table)
        if let graph { resolver.frame.begin(graph) }
        return resolver.answerOrTrap().service(as: Service.self)
    }
}
