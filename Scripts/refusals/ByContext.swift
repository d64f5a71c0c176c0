// `resolve()` takes the type from the context, which has to have one. An optional is not the type of a service.

import Hopoate

nonisolated struct Store: Sendable {}
nonisolated struct Shelf: Sendable { let store: Store? }

nonisolated func withoutContext(in container: DependencyContainer) async throws {
    #if CURED
    _ = container.resolve(Store.self)
    _ = resolve(Store.self)
    _ = try container.resolving(Store.self)
    _ = try resolving(Store.self)
    _ = try await container.asyncResolve(Store.self)
    _ = try await asyncResolve(Store.self)
    #else
    // error: generic parameter 'Service' could not be inferred
    _ = container.resolve()
    // error: generic parameter 'Service' could not be inferred
    _ = resolve()
    // error: generic parameter 'Service' could not be inferred
    _ = try container.resolving()
    // error: generic parameter 'Service' could not be inferred
    _ = try resolving()
    // error: generic parameter 'Service' could not be inferred
    _ = try await container.asyncResolve()
    // error: generic parameter 'Service' could not be inferred
    _ = try await asyncResolve()
    #endif
}

nonisolated func optionals(in container: DependencyContainer) async throws {
    #if CURED
    let store = container.optionalResolve(Store.self)
    let shelf = Shelf(store: optionalResolve(Store.self))
    let attempt = try? container.resolving(Store.self)
    let awaited = try? await asyncResolve(Store.self)
    let read: Store = container.optionalResolve(Store.self) ?? Store()
    #else
    // warning: use optionalResolve(_:), which returns nil if nothing is registered
    let store: Store? = container.resolve()
    // warning: use optionalResolve(_:), which returns nil if nothing is registered
    let shelf = Shelf(store: resolve())
    // warning: pass the type: an inferred one is not optional
    let attempt: Store? = try? container.resolving()
    // warning: pass the type: an inferred one is not optional
    let awaited: Store? = try? await asyncResolve()
    // warning: use optionalResolve(_:), which returns nil if nothing is registered
    let read: Store = container.resolve() ?? Store()
    #endif
    _ = (store, shelf, attempt, awaited, read)
}
