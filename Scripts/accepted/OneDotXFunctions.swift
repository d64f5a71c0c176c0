// An app of Hopoate 1.x with functions of its own that have the names of Hopoate's.

import Hopoate

enum ConfigurationError: Error {
    case missing
}

/// A call of Hopoate's function instead would be a warning: it cannot throw.
func resolve<Service>(_ serviceType: Service.Type) throws -> Service {
    guard let service = DependencyContainer.shared.optionalResolve(serviceType) else {
        throw ConfigurationError.missing
    }
    return service
}

func optionalResolve<Service>(_ serviceType: Service.Type) throws -> Service? {
    DependencyContainer.shared.optionalResolve(serviceType)
}

struct Container {
    let dependencies = DependencyContainer()

    func resolve<Service>() -> Service { dependencies.resolve(Service.self) }
}

extension DependencyContainer {
    func resolve<Service>() -> Service { resolve(Service.self) }

    func register<Service>(_ service: Service.Type, factory: @escaping () -> Service) {
        register(service: service, creator: factory)
    }
}

func titles(of container: Container) throws -> [String] {
    container.dependencies.register(String.self, factory: { "factory" })
    let own: String = container.resolve()
    let others: String = container.dependencies.resolve()
    let maybe = try optionalResolve(String.self)
    return [try resolve(String.self), maybe ?? "", own, others]
}
