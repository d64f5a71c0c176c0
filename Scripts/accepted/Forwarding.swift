// A layer of an app's own above Hopoate: each function passes its caller's place on, so that errors name the caller's line.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

nonisolated struct Services: Sendable {
    let container: DependencyContainer
}

// Registering
nonisolated extension Services {
    @discardableResult
    func provide<Service>(
        _ instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        container.register(
            instance,
            for: service,
            named: name,
            fileID: fileID,
            line: line
        )
    }

    @discardableResult
    func provideNow<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        cacheService: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping () throws -> Service
    ) -> ServiceRegistration<Service> {
        container.register(
            service: service,
            named: name,
            cacheService: cacheService,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func provide<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        container.register(
            service,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func provide<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) (Argument) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.register(
            service,
            taking: argument,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func provide<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncCreator: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> ServiceRegistration<Service> {
        container.register(
            service,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            asyncCreator: asyncCreator
        )
    }

    @discardableResult
    func wire<Service, each Parameter>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping (repeat each Parameter) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.autoregister(
            service,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            initializer: initializer
        )
    }

    // Swift 5 takes the other function for it, which forgets the actor.
    #if swift(>=6)
    @discardableResult
    func wireOnMainActor<Service, each Parameter>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @MainActor (repeat each Parameter) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.autoregister(
            service,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            initializer: initializer
        )
    }
    #endif

    @discardableResult
    func replace<Service>(
        with instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        container.overwriteExistingRegistrations(
            withService: instance,
            for: service,
            named: name,
            fileID: fileID,
            line: line
        )
    }

    @discardableResult
    func replace<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        cacheService: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping () throws -> Service
    ) -> ServiceRegistration<Service> {
        container.overwriteExistingRegistrations(
            service: service,
            named: name,
            cacheService: cacheService,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func add<Service>(
        to service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        container.contribute(
            to: service,
            named: name,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func wrap<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.decorate(service, named: name, fileID: fileID, line: line, with: decorator)
    }
}

nonisolated extension ServiceRegistration {
    @discardableResult
    func cleaningUp(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        by cleanUp: @escaping @Sendable (Service) -> Void
    ) -> ServiceRegistration {
        onRemove(fileID: fileID, line: line, cleanUp)
    }
}

// Modules and decorators of arguments
nonisolated extension Services {
    @discardableResult
    func wrap<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.decorate(
            service,
            taking: argument,
            named: name,
            fileID: fileID,
            line: line,
            with: decorator
        )
    }

    @discardableResult
    func add(
        _ module: some DependencyModule,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> InstalledModule {
        container.install(module, fileID: fileID, line: line)
    }
}

// Resolving
nonisolated extension Services {
    func get<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        container.resolve(service, named: name, fileID: fileID, line: line)
    }

    func find<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        container.optionalResolve(service, named: name, fileID: fileID, line: line)
    }

    func getOrThrow<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try container.resolving(service, named: name, fileID: fileID, line: line)
    }

    func await<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.asyncResolve(service, named: name, isolation: isolation, fileID: fileID, line: line)
    }

    func get<Service, Argument>(
        _ service: Service.Type = Service.self,
        with argument: Argument,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        container.resolve(service, with: argument, named: name, fileID: fileID, line: line)
    }

    func find<Service, Argument>(
        _ service: Service.Type = Service.self,
        with argument: Argument,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        container.optionalResolve(service, with: argument, named: name, fileID: fileID, line: line)
    }

    func getOrThrow<Service, Argument>(
        _ service: Service.Type = Service.self,
        with argument: Argument,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try container.resolving(service, with: argument, named: name, fileID: fileID, line: line)
    }

    func await<Service, Argument>(
        _ service: Service.Type = Service.self,
        with argument: Argument,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.asyncResolve(
            service,
            with: argument,
            named: name,
            isolation: isolation,
            fileID: fileID,
            line: line
        )
    }

    func all<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        container.resolveAll(service, named: name, fileID: fileID, line: line)
    }

    func allOrThrow<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Service] {
        try container.resolvingAll(service, named: name, fileID: fileID, line: line)
    }

    func late<Service>(
        _ service: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Lazy<Service> {
        Lazy(service, container: container, fileID: fileID, line: line)
    }

    func eachTime<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Provider<Service> {
        Provider(service, named: name, container: container, fileID: fileID, line: line)
    }
}

// Typed keys
nonisolated extension Services {
    @discardableResult
    func provide<Service>(
        _ path: DependencyKeyPath<Service>,
        lifetime: Lifetime? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        container.register(
            path,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    @discardableResult
    func provide<Service>(
        _ instance: Service,
        for path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        container.register(instance, for: path, fileID: fileID, line: line)
    }

    @discardableResult
    func wrap<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        container.decorate(path, fileID: fileID, line: line, with: decorator)
    }

    func get<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        container.resolve(path, fileID: fileID, line: line)
    }

    func find<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        container.optionalResolve(path, fileID: fileID, line: line)
    }

    func getOrThrow<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try container.resolving(path, fileID: fileID, line: line)
    }

    func await<Service>(
        _ path: DependencyKeyPath<Service>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.asyncResolve(path, isolation: isolation, fileID: fileID, line: line)
    }

    func eachTime<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Provider<Service> {
        Provider(path, container: container, fileID: fileID, line: line)
    }

    subscript<Service>(
        path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        get { container[path, fileID, line] }
        nonmutating set { container[path, fileID, line] = newValue }
    }
}

nonisolated extension DependencyKey {
    static func standard(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> DependencyKey {
        DependencyKey(lifetime: lifetime, fileID: fileID, line: line, default: creator)
    }

    static func given(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> DependencyKey {
        required(lifetime: lifetime, fileID: fileID, line: line)
    }
}

// The shared container
nonisolated func shared<Service>(
    _ service: Service.Type = Service.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    resolve(service, named: name, fileID: fileID, line: line)
}

nonisolated func sharedIfRegistered<Service>(
    _ service: Service.Type = Service.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    optionalResolve(service, named: name, fileID: fileID, line: line)
}

nonisolated func sharedOrThrow<Service>(
    _ service: Service.Type = Service.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try resolving(service, named: name, fileID: fileID, line: line)
}

nonisolated func shared<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    resolve(path, fileID: fileID, line: line)
}

nonisolated func sharedIfRegistered<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    optionalResolve(path, fileID: fileID, line: line)
}

nonisolated func sharedOrThrow<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try resolving(path, fileID: fileID, line: line)
}

// Property wrappers
@propertyWrapper
nonisolated struct Injected<Service> {
    private let dependency: Dependency<Service>

    init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = Dependency(named: name, container: container, fileID: fileID, line: line)
    }

    init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = Dependency(path, container: container, fileID: fileID, line: line)
    }

    var wrappedValue: Service { dependency.wrappedValue }
}

@propertyWrapper
nonisolated struct InjectedIfRegistered<Service> {
    private let dependency: OptionalDependency<Service>

    init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = OptionalDependency(named: name, container: container, fileID: fileID, line: line)
    }

    init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = OptionalDependency(path, container: container, fileID: fileID, line: line)
    }

    var wrappedValue: Service? { dependency.wrappedValue }
}

@propertyWrapper
nonisolated struct WeakInjected<Service> {
    private let dependency: WeakDependency<Service>

    init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = WeakDependency(named: name, container: container, fileID: fileID, line: line)
    }

    init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        dependency = WeakDependency(path, container: container, fileID: fileID, line: line)
    }

    var wrappedValue: Service? { dependency.wrappedValue }
}

// Tests
nonisolated func mocking<Service, Mock>(
    _ mock: Service,
    as type: Mock.Type,
    named name: String? = nil,
    container: DependencyContainer = .shared,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> MockContainer<Service, Mock> {
    MockContainer(mock, named: name, container: container, fileID: fileID, line: line)
}

nonisolated func mocking<Service, Mock>(
    _ path: DependencyKeyPath<Service>,
    _ mock: Service,
    as type: Mock.Type,
    container: DependencyContainer = .shared,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> MockContainer<Service, Mock> {
    MockContainer(path, mock, container: container, fileID: fileID, line: line)
}

nonisolated func mocking<Service, Mock>(
    _ mock: Mock,
    for service: Service.Type,
    named name: String? = nil,
    container: DependencyContainer = .shared,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> MockContainer<Service, Mock> {
    MockContainer(mock, for: service, named: name, container: container, fileID: fileID, line: line)
}

nonisolated func mocking<Service, Mock>(
    _ mock: Mock,
    for path: DependencyKeyPath<Service>,
    container: DependencyContainer = .shared,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> MockContainer<Service, Mock> {
    MockContainer(mock, for: path, container: container, fileID: fileID, line: line)
}

nonisolated extension Trait where Self == IsolatedDependenciesTrait {
    static func mocking<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> Self {
        mock(service, named: name, fileID: fileID, line: line, make)
    }

    static func mocking<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> Self {
        mock(path, fileID: fileID, line: line, make)
    }
}

nonisolated extension Services {
    @discardableResult
    func checkAll(
        modules: [String] = [],
        except exceptions: [Any.Type] = [],
        byCreating isCreating: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [DependencyProblem] {
        container.checkWiring(
            modules: modules,
            except: exceptions,
            byCreating: isCreating,
            fileID: fileID,
            line: line
        )
    }

    @discardableResult
    func checkProperties(
        modules: [String] = [],
        except exceptions: [Any.Type] = [],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> ValidatedProperties {
        try container.validateProperties(modules: modules, except: exceptions, fileID: fileID, line: line)
    }
}

nonisolated extension ManualClock {
    func pass(seconds: Double, fileID: StaticString = #fileID, line: UInt = #line) {
        advance(bySeconds: seconds, fileID: fileID, line: line)
    }
}

nonisolated func mocked<Service, Mock>(
    _ service: Service.Type,
    named name: String? = nil,
    as type: Mock.Type = Mock.self,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Mock {
    mock(of: service, named: name, as: type, fileID: fileID, line: line)
}

nonisolated func mocked<Service, Mock>(
    _ path: DependencyKeyPath<Service>,
    as type: Mock.Type = Mock.self,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Mock {
    mock(of: path, as: type, fileID: fileID, line: line)
}
