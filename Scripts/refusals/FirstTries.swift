// Names of other libraries, which callers try first, and habits are errors that name the cure.

import Hopoate
import HopoateTestingHelpers

nonisolated protocol Store: Sendable {}
nonisolated struct DiskStore: Store {}

nonisolated final class Repository: Sendable {
    let store: any Store
    init(store: any Store) { self.store = store }
}

nonisolated func lifetimes(in container: DependencyContainer) {
    #if CURED
    container.register(DiskStore.self, lifetime: .cached) { DiskStore() }
    let token = container.register(DiskStore.self, lifetime: .cached) { DiskStore() }
    container.reset(token)
    container.register((any Store).self, named: "x") { DiskStore() }
    container.register(DiskStore(), for: (any Store).self)
    #else
    // error: 'singleton' has been renamed to 'cached'
    container.register(DiskStore.self, lifetime: .singleton) { DiskStore() }
    // error: use 'cached', and let a timer call reset(_:) with the registration
    container.register(DiskStore.self, lifetime: .expiring(afterSeconds: 60)) { DiskStore() }
    // error: has been renamed to 'register(_:named:creator:)'
    container.register((any Store).self, name: "x") { DiskStore() }
    // error: leave out 'lifetime:': the registration keeps the instance
    container.register(DiskStore(), for: (any Store).self, lifetime: .cached)
    #endif
}

nonisolated func creators(in container: DependencyContainer) {
    #if CURED
    container.register((any Store).self) { DiskStore() }
    container.register(Repository.self) { Repository(store: resolve((any Store).self)) }
    container.autoregister(Repository.self, initializer: Repository.init)
    #else
    // error: leave out the parameter, and call resolve(_:) in the creator
    container.register((any Store).self) { _ in DiskStore() }
    // error: leave out the parameter, and call resolve(_:) in the creator
    container.register(Repository.self) { resolver in Repository(store: resolver.resolve((any Store).self)) }
    // error: leave out the parameter, and call resolve(_:) in the creator
    container.register(Repository.self, lifetime: .transient) { resolver in
        let store = resolver.resolve((any Store).self)
        return Repository(store: store)
    }
    // error: leave out the parameter, and call resolve(_:) in the creator
    container.register(Repository.self, named: "main") { Repository(store: $0.resolve((any Store).self)) }
    #endif
}

nonisolated func removing(from container: DependencyContainer) {
    let token = container.register(DiskStore(), for: (any Store).self)
    #if CURED
    container.remove(token)
    container.removeAll()
    #else
    // error: removeAll() removes registrations; reset(_:) and Scope.reset() keep them, and release instances
    container.reset()
    // error: 'unregister' has been renamed to 'remove(_:)'
    container.unregister(token)
    #endif
}

nonisolated func lookUps(in container: DependencyContainer) async throws {
    #if CURED
    _ = container.optionalResolve(DiskStore.self)
    _ = try container.resolving(DiskStore.self)
    _ = try await container.asyncResolve(DiskStore.self)
    _ = DependencyContainer(parent: container)
    #else
    // error: use optionalResolve(_:), or 'try resolving(_:)', which throws the reason
    _ = container.tryResolve(DiskStore.self)
    // error: use optionalResolve(_:), or 'try resolving(_:)', which throws the reason
    _ = tryResolve(DiskStore.self)
    // error: 'resolveThrowing(_:named:)' has been renamed to 'resolving(_:named:)'
    _ = try container.resolveThrowing(DiskStore.self)
    // error: 'resolveThrowing(_:named:)' has been renamed to 'resolving(_:named:)'
    _ = try resolveThrowing(DiskStore.self)
    // error: 'resolveAsync(_:named:)' has been renamed to 'asyncResolve(_:named:)'
    _ = try await container.resolveAsync(DiskStore.self)
    // error: use DependencyContainer(parent:), or withChild(_:), which ends the child
    _ = container.child()
    #endif
}

nonisolated final class Reader {
    #if CURED
    @Dependency private var store: any Store
    @Dependency(named: "backup") private var backup: any Store
    @OptionalDependency private var archive: (any Store)?
    #else
    // error: leave out the value, and register the service: the property resolves it
    @Dependency private var store: any Store = DiskStore()
    // error: leave out the value, and register the service: the property resolves it
    @Dependency private var inferred = DiskStore()
    // error: leave out the value, and register the service: the property resolves it
    @Dependency(named: "backup") private var backup: any Store = DiskStore()
    // error: leave out the value: the property is nil if nothing is registered
    @OptionalDependency private var archive: (any Store)? = nil
    #endif
}

nonisolated func oldNames(_ store: Lazy<any Store>, _ error: DependencyError, _ container: DependencyContainer) throws {
    #if CURED
    _ = store()
    _ = error.similarRegistrations
    _ = try container.validateProperties().skippedProperties
    #else
    // error: 'get()' has been renamed to 'callAsFunction()': call it like a function: lazy()
    _ = store.get()
    // error: 'lookAlikes' has been renamed to 'similarRegistrations'
    _ = error.lookAlikes
    // error: 'notLookedAt' has been renamed to 'skippedProperties'
    _ = try container.validateProperties().notLookedAt
    #endif
}

nonisolated func mocks(in container: DependencyContainer) {
    #if CURED
    _ = MockContainer(DiskStore(), for: (any Store).self)
    _ = MockContainer(DiskStore(), for: (any Store).self, named: "backup", container: container)
    #else
    // error: name the service, as in MockContainer(mock, for: (any Store).self)
    _ = MockContainer(DiskStore())
    // error: name the service, as in MockContainer(mock, for: (any Store).self)
    _ = MockContainer(DiskStore(), named: "backup", container: container)
    #endif
}
