import Dispatch
import Hopoate

/// The forms of creators that do the same.
enum CreatorForm: CaseIterable {
    case synchronous, ofMainActor, asynchronous
}

extension DependencyContainer {
    /// Registers a creator in this form, which opens a gate and waits for a semaphore if there are any.
    @discardableResult
    func register<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        as form: CreatorForm,
        opening gate: Gate? = nil,
        waitingFor semaphore: DispatchSemaphore? = nil,
        make: @escaping @Sendable () throws -> Service
    ) -> ServiceRegistration<Service> {
        switch form {
        case .synchronous:
            register(service, named: name, lifetime: lifetime) {
                gate?.open()
                semaphore?.wait()
                return try make()
            }
        case .ofMainActor:
            register(service, named: name, lifetime: lifetime) { @MainActor in
                MainActor.assertIsolated()
                return try make()
            }
        case .asynchronous:
            register(service, named: name, lifetime: lifetime) { () async throws -> Service in
                await Task.yield()
                gate?.open()
                // Does not block a thread of the pool.
                if let semaphore { await onThread { semaphore.wait() } }
                return try make()
            }
        }
    }
}
