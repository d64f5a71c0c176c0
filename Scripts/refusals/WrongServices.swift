// An instance or creator has to be of the named service's type.

import Hopoate
import HopoateTestingHelpers

nonisolated protocol Store {}
nonisolated struct DiskStore: Store {}
nonisolated struct Log {}

extension DependencyKeys {
    nonisolated var store: DependencyKey<any Store> { .init { DiskStore() } }
    #if CURED
    nonisolated var other: DependencyKey<any Store> { .init { DiskStore() } }
    #else
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    nonisolated var other: DependencyKey<any Store> { .init { Log() } }
    #endif
}

nonisolated func services(in container: DependencyContainer) {
    #if CURED
    container.register(DiskStore(), for: (any Store).self)
    container.register((any Store).self) { DiskStore() }
    container.register(service: (any Store).self) { DiskStore() }
    container.register((any Store).self, taking: Int.self) { (_: Int) in DiskStore() }
    container.register((any Store).self, asyncCreator: { DiskStore() })
    container.contribute(to: (any Store).self) { DiskStore() }
    container.decorate((any Store).self) { _ in DiskStore() }
    container.register(\.store) { DiskStore() }
    container.register(DiskStore(), for: \.store)
    container[\.store] = DiskStore()
    container.autoregister((any Store).self, initializer: DiskStore.init)
    _ = MockContainer<any Store, DiskStore>(DiskStore())
    _ = MockContainer(DiskStore(), for: (any Store).self)
    _ = MockContainer(DiskStore(), for: \.store)
    let _: (any Store)? = container.optionalResolve((any Store).self)
    @Dependency(\.store) var store: any Store
    _ = store
    #else
    // error: no exact matches in call to instance method 'register'
    container.register(Log(), for: (any Store).self)
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.register((any Store).self) { Log() }
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.register(service: (any Store).self) { Log() }
    // error: (String) -> any Store' to expected argument type '@isolated(any) @Sendable (Int) throws -> any Store'
    container.register((any Store).self, taking: Int.self) { (_: String) in DiskStore() }
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.register((any Store).self, asyncCreator: { Log() })
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.contribute(to: (any Store).self) { Log() }
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.decorate((any Store).self) { _ in Log() }
    // error: cannot convert value of type 'Log' to closure result type 'any Store'
    container.register(\.store) { Log() }
    // error: argument type 'Log' does not conform to expected type 'Store'
    container.register(Log(), for: \.store)
    // error: cannot assign value of type 'Log' to subscript of type 'any Store'
    container[\.store] = Log()
    // error: () -> Log' to expected argument type '() -> any Store'
    container.autoregister((any Store).self, initializer: Log.init)
    // error: argument type 'Log' does not conform to expected type 'Store'
    _ = MockContainer<any Store, Log>(Log())
    // error: cannot assign value of type '(any Store)?' to type 'Log?'
    let _: Log? = container.optionalResolve((any Store).self)
    // error: value of type 'DependencyKeys' has no member 'missing'
    container[\.missing] = DiskStore()
    // error: value of type 'DependencyKeys' has no member 'missing'
    @Dependency(\.missing) var store: any Store
    #endif
}
