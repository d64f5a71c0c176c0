// In a module whose default isolation is the main actor, a type without an annotation belongs to the main actor: its
// creator says `{ @MainActor in … }`, or the type says `nonisolated`.

import Hopoate

protocol Store {
    var path: String { get }
}

final class DiskStore: Store {
    let path: String
    init(path: String) { self.path = path }
}

#if CURED
nonisolated struct Database {
    let path: String
    init(path: String) { self.path = path }
}
#else
struct Database {
    let path: String
    init(path: String) { self.path = path }
}
#endif

final class AppDelegate {
    let container = DependencyContainer()

    func registerServices() {
        #if CURED
        container.register((any Store).self) { @MainActor in DiskStore(path: "articles") }
        container.register((any Store).self, taking: String.self) { @MainActor in DiskStore(path: $0) }
        container.contribute(to: (any Store).self) { @MainActor in DiskStore(path: "articles") }
        container.decorate((any Store).self) { @MainActor _ in DiskStore(path: "decorated") }
        container.register(\.store) { @MainActor in DiskStore(path: "articles") }
        #else
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.register((any Store).self) { DiskStore(path: "articles") }
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.register((any Store).self, taking: String.self) { DiskStore(path: $0) }
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.contribute(to: (any Store).self) { DiskStore(path: "articles") }
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.decorate((any Store).self) { _ in DiskStore(path: "decorated") }
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.register(\.store) { DiskStore(path: "articles") }
        #endif
        // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
        container.register(Database.self) { Database(path: "articles") }
    }
}

extension DependencyKeys {
    #if CURED
    nonisolated var store: DependencyKey<any Store> { .init { @MainActor in DiskStore(path: "default") } }
    nonisolated var title: DependencyKey<String> { .required() }
    #else
    // error(MainActor): call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
    var store: DependencyKey<any Store> { .init { DiskStore(path: "default") } }
    var title: DependencyKey<String> { .required() }
    #endif
}

nonisolated func resolvesTypedKeys(in container: DependencyContainer) {
    // error(MainActor): cannot form key path to main actor-isolated property 'title'
    _ = container.resolve(\.title)
}

#if CURED
nonisolated struct NewsModule: DependencyModule {
    func register(in container: DependencyContainer) {}
}

extension DependencyContainer: @retroactive AutoRegistering {
    /// Registers what is missing.
    public nonisolated func autoRegister() { install(NewsModule()) }
}
#else
struct NewsModule: DependencyModule {
    func register(in container: DependencyContainer) {}
}

// error(MainActor): conformance of 'DependencyContainer' to protocol 'AutoRegistering' crosses into main actor-isolated
extension DependencyContainer: @retroactive AutoRegistering {
    /// Registers what is missing.
    public func autoRegister() { install(NewsModule()) }
}
#endif

nonisolated func installsModules(in container: DependencyContainer) {
    // error(MainActor): NewsModule
    container.install(NewsModule())
}
