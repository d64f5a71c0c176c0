/// A service that is looked up when it is first used: for parameters of initializers that are registered with
/// `autoregister(_:initializer:)` of ``DependencyContainer``.
///
/// Two services that need each other can be made if one of them takes the other lazily.
///
/// ```swift
/// final class Thermosiphon {
///     private let heater: Lazy<any Heater>
///     init(heater: Lazy<any Heater>) { self.heater = heater }
///
///     var isPumping: Bool { heater.get().isHot }
/// }
/// ```
///
public final class Lazy<Service>: HoldsContainer, Sendable {
    private let held: Protected<HeldContainer>
    /// That of the handle alone.
    private let table: StackTable
    private let lookup: Lookup

    /// Makes a handle by hand, in a test for example.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - container: Where to look. By default the container that is shared now.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    public convenience init(
        _ service: Service.Type = Service.self,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(in: container, CodePlace(fileID, line))
    }

    required init(in container: DependencyContainer, _ place: CodePlace) {
        held = Protected(HeldContainer(container))
        let key = ServiceKey(Lazily<Service>.self, named: nil)
        let registration = AnyServiceRegistration(key, .cached, place, for: container.table.number, rank: .library)
        let recipe = Recipe(plainCreator: { try Wiring(container: .shared, place: place).resolve(Service.self)! })
        table = StackTable(partOf: container.table, Entry(registration, recipe))
        lookup = Lookup(key, place)
    }

    deinit { table.removeAll() }

    /// The service: resolved by the first call, on the thread that calls, and kept from then on.
    ///
    /// Threads that call meanwhile wait. The service finds its own services for as long as the handle, or somebody else, keeps
    /// the container. Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// - Returns: The service.
    public func get() -> Service { table.keptOrTrap(lookup).service(as: Service.self) }

    func letGoOfContainer(of table: StackTable) {
        let container = held.withLock { $0.letGo(of: table) }
        withExtendedLifetime(container) {}
    }
}
