/// A service that is looked up when it is first used: for parameters of what is registered with
/// ``DependencyContainer/autoregister(_:named:lifetime:when:fileID:line:initializer:onRemove:)``.
///
/// Two services that need each other can be made if one of them takes the other lazily.
///
/// ```swift
/// final class Thermosiphon {
///     private let heater: Lazy<any Heater>
///     init(heater: Lazy<any Heater>) { self.heater = heater }
///
///     func pump() { if heater.get().isHot { … } }
/// }
/// ```
///
/// Sendable because what it holds never changes, but for its stack, which is only touched under the lock of its shard.
public final class Lazy<Service>: @unchecked Sendable {
    private let table: StackTable
    private let container: HeldContainer
    private let stack: PrivateStack
    private let place: CodePlace

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
        self.init(in: container, CodePlace(fileID: fileID, line: line))
    }

    required init(in container: DependencyContainer, _ place: CodePlace) {
        let table = container.table
        self.table = table
        self.place = place
        self.container = HeldContainer(container)
        let key = ServiceKey.lazy(Service.self)
        let shard = table.shard(of: key)
        let registration = ServiceRegistration<Service>(key, place, for: table)
        registration.provide(.cached) { try resolveParameter(Service.self, in: .shared, place) }
        shard.lock()
        stack = PrivateStack(nil, hash: 0, registration)
        shard.unlock()
    }

    deinit { stack.empty() }

    /// The service: resolved by the first call, on the thread that calls, and kept from then on.
    ///
    /// Threads that call meanwhile wait. Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// - Returns: The service.
    public func get() -> Service {
        do {
            return try table.resolve(
                Service.self,
                throwingErrorsOf: Lookup(key: .lazy(Service.self), place: place, stack: stack.stack)
            )
        } catch {
            error.trap()
        }
    }
}
