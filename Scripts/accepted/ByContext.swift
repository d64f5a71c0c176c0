// `resolve()` where the compiler knows the type, also as one of several arguments, and in functions of a container.

import Hopoate

nonisolated protocol Log: Sendable {}
nonisolated struct Store: Sendable {}
nonisolated struct Repository: Sendable {
    let store: Store
    let log: any Log
    let backup: Store?
}

nonisolated func creators(in container: DependencyContainer) {
    container.register(Repository.self) {
        Repository(store: resolve(), log: resolve(named: "file"), backup: optionalResolve(Store.self))
    }
    container.register(Repository.self) {
        let log: any Log = try resolving()
        return Repository(store: container.resolve(), log: log, backup: resolve(Store.self))
    }
    container.register(
        Repository.self,
        asyncCreator: {
            Repository(store: try await asyncResolve(), log: try resolving(), backup: nil)
        }
    )
    container.register(Store.self) { container.resolve(named: "b") }
    container.register([Store].self) { [resolve(), resolve(named: "b")] }
}

nonisolated func lookUps(in container: DependencyContainer) async throws -> Store {
    let log: any Log = container.resolve()
    let logs: [any Log] = container.resolve()
    let number: Int = try container.resolving(named: "number")
    let text: String = try await container.asyncResolve()
    let store: Store? = container.resolve(Store.self)
    let resolve = container.resolve(_:named:fileID:line:) as (Store.Type, String?, StaticString, UInt) -> Store
    _ = (log, logs, number, text, store, resolve)
    return try await container.asyncResolve()
}

extension DependencyContainer {
    nonisolated func repository() -> Repository { resolve() }
    nonisolated func log() throws -> any Log { try resolving() }
}
