// `asyncResolve` is awaited, and only `register(_:asyncCreator:)` takes a creator that awaits.

import Hopoate
import HopoateTestingHelpers

nonisolated struct Database {
    let path: String

    static func open(_ path: String) async throws -> Database { Database(path: path) }
}

extension DependencyKeys {
    nonisolated var database: DependencyKey<Database> { .required() }
}

func lookUps(in container: DependencyContainer) async throws {
    #if CURED
    _ = try await container.asyncResolve(Database.self)
    _ = try await container.asyncResolve(\.database)
    _ = try await container.asyncResolve(Database.self, with: "path")
    _ = try container.resolving(Database.self)
    #else
    // error: expression is 'async' but is not marked with 'await'
    _ = try container.asyncResolve(Database.self)
    // error: expression is 'async' but is not marked with 'await'
    _ = try container.asyncResolve(\.database)
    // error: expression is 'async' but is not marked with 'await'
    _ = try container.asyncResolve(Database.self, with: "path")
    // error: call can throw but is not marked with 'try'
    _ = await container.asyncResolve(Database.self)
    // error: call can throw but is not marked with 'try'
    _ = container.resolving(Database.self)
    #endif
}

func lookUpsThatDoNotAwait(in container: DependencyContainer) throws {
    #if CURED
    _ = try container.resolving(Database.self)
    #else
    // error: 'async' call in a function that does not support concurrency
    _ = try container.asyncResolve(Database.self)
    #endif
}

func endings(of container: DependencyContainer) async {
    #if CURED
    await container.withChild { $0.register("request", for: String.self) }
    await withIsolatedDependencies { _ = DependencyContainer.shared.register("test", for: String.self) }
    container.register("path", for: String.self).onRemove { _ = try? await Database.open($0) }
    #else
    // error: invalid conversion from throwing function of type
    container.register("path", for: String.self).onRemove { _ = try await Database.open($0) }
    // error: expression is 'async' but is not marked with 'await'
    container.withChild { $0.register("request", for: String.self) }
    // error: expression is 'async' but is not marked with 'await'
    withIsolatedDependencies { _ = DependencyContainer.shared.register("test", for: String.self) }
    #endif
}

func errors(in container: DependencyContainer) -> String {
    do {
        #if CURED
        return try container.resolving(Database.self).path
        #else
        // error: call can throw but is not marked with 'try'
        return container.resolving(Database.self).path
        #endif
    } catch let error as DependencyError {
        return "\(error.reason) at line \(error.line)"
    } catch {
        return "\(error)"
    }
}

func creators(in container: DependencyContainer) {
    #if CURED
    container.register(Database.self) { try await Database.open("path") }
    container.register(Database.self, asyncCreator: { try await Database.open("path") })
    container.register(Task<Database, any Error>.self) { Task { try await Database.open("path") } }
    container.register(Database.self) { Database(path: try await asyncResolve()) }
    #else
    // error: to parameter expecting synchronous function type
    container.register(service: Database.self) { try await Database.open("path") }
    // error: to parameter expecting synchronous function type
    container.register(\.database) { try await Database.open("path") }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.contribute(to: Database.self) { try await Database.open("path") }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.decorate(Database.self) { try await Database.open($0.path) }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.decorate(Database.self, taking: String.self) { try await Database.open($0.path) }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.decorate(\.database) { try await Database.open($0.path) }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.register(Database.self, taking: String.self) { try await Database.open($0) }
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.autoregister(Database.self, initializer: Database.open)
    // error: this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call
    container.autoregister(Database.self) { (path: String) in try await Database.open(path) }
    #endif
}
