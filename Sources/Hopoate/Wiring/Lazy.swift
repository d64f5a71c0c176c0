/// A handle that resolves its service when you first use it.
///
/// Use it as a parameter of an initializer that you register with `autoregister(_:initializer:)` of ``DependencyContainer``. If two
/// services need each other, let one of them take the other lazily, so that both can be created.
///
/// ```swift
/// final class Thermosiphon {
///     private let heater: Lazy<any Heater>
///     init(heater: Lazy<any Heater>) { self.heater = heater }
///
///     var isPumping: Bool { heater().isHot }
/// }
/// ```
public final class Lazy<Service>: ServiceWrapper, Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    /// Stands on a stack of its own.
    private let registration: AnyServiceRegistration
    /// The graph of the look-up whose creator made this.
    private let graph: SlotGroup?

    /// Creates a handle yourself, for example in a test.
    ///
    /// ```swift
    /// let thermosiphon = Thermosiphon(heater: Lazy(container: container))
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - container: The container to look in. By default the current ``DependencyContainer/shared`` one.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
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
        let creator = ThreadState.creatorOfProperty
        graph = creator?.graph
        creator?.attempt.observed?.notify(of: Lazy.dependency, in: table, place)
        let key = ServiceKey(Service.self, named: nil)
        let recipe = Recipe(plainCreator: { try DependencyContainer.shared.parameter(Service.self, place)! })
        let rank: AnyServiceRegistration.Rank = held == nil ? .library : .lazy
        registration = AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: rank)
        registration.shard.withLock { [registration, table] _, discarded in
            Stack(key, in: table).push(registration, &discarded)
        }
    }

    deinit { registration.remove(from: table) }

    /// Returns the service. The first call resolves it on the calling thread, and the handle keeps it.
    ///
    /// Other threads that call meanwhile wait. If a creator creates the handle, the handle shares ``Lifetime/graph`` instances with
    /// that resolution. If the service holds the handle's owner, they form a retain cycle: use a ``WeakDependency`` instead. The
    /// handle keeps its container alive, like a ``Dependency`` property. Traps like
    /// ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// ```swift
    /// var isPumping: Bool { heater().isHot }
    /// ```
    ///
    /// - Returns: The service.
    public func callAsFunction() -> Service {
        let lookup = Lookup(exactly: registration, in: table)
        if let graph { lookup.begin(graph) }
        return lookup.answerOrTrap().service(as: Service.self)
    }
}
