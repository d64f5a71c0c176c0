import Hopoate

/// The forms of creators that do the same.
enum CreatorForm: CaseIterable {
    case synchronous, ofMainActor, asynchronous
}

extension DependencyContainer {
    /// Registers a creator in this form.
    @discardableResult
    func register<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        as form: CreatorForm,
        make: @escaping @Sendable () throws -> Service
    ) -> ServiceRegistration<Service> {
        switch form {
        case .synchronous: register(service, named: name, lifetime: lifetime) { try make() }
        case .ofMainActor:
            register(service, named: name, lifetime: lifetime) { @MainActor in
                MainActor.assertIsolated()
                return try make()
            }
        case .asynchronous:
            register(service, named: name, lifetime: lifetime) { () async throws -> Service in
                await Task.yield()
                return try make()
            }
        }
    }
}
