// Catching what the library throws, by its type and by asking for it, where the body branches. If the functions threw a type,
// the compilers from 6.1 to 6.4 would end with 'Found outside of lifetime use?!' in each function here.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

nonisolated protocol Store: Sendable {}
nonisolated struct MemoryStore: Store {}

nonisolated extension DependencyKeys {
    var store: DependencyKey<any Store> { .required() }
}

// Resolving
nonisolated func resolvingByType(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingByAsking(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func resolvingAKeyByType(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingAKeyByAsking(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func resolvingWithAnArgumentByType(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving((any Store).self, with: 1)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingWithAnArgumentByAsking(in container: DependencyContainer) throws {
    do {
        let store = try container.resolving((any Store).self, with: 1)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func resolvingAllByType(in container: DependencyContainer) throws {
    do {
        let stores = try container.resolvingAll((any Store).self)
        if stores.isEmpty || stores[0] is MemoryStore { print("It is there.") }
        #expect(stores.isEmpty && stores[0] is MemoryStore)
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingAllByAsking(in container: DependencyContainer) throws {
    do {
        let stores = try container.resolvingAll((any Store).self)
        if stores.isEmpty || stores[0] is MemoryStore { print("It is there.") }
        #expect(stores.isEmpty && stores[0] is MemoryStore)
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func resolvingInTheSharedContainerByType(in container: DependencyContainer) throws {
    do {
        let store = try resolving((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingInTheSharedContainerByAsking(in container: DependencyContainer) throws {
    do {
        let store = try resolving((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func resolvingAKeyInTheSharedContainerByType(in container: DependencyContainer) throws {
    do {
        let store = try resolving(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func resolvingAKeyInTheSharedContainerByAsking(in container: DependencyContainer) throws {
    do {
        let store = try resolving(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

// Awaiting
nonisolated func awaitingByType(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func awaitingByAsking(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve((any Store).self)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func awaitingAKeyByType(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func awaitingAKeyByAsking(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve(\.store)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func awaitingWithAnArgumentByType(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve((any Store).self, with: 1)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch let error as DependencyError {
        if error.name != nil { print(error) }
        #expect(error.path.count == 1 && error.name == nil)
    }
}

nonisolated func awaitingWithAnArgumentByAsking(in container: DependencyContainer) async throws {
    do {
        let store = try await container.asyncResolve((any Store).self, with: 1)
        if store is MemoryStore || container.canResolve(Int.self) { print("It is there.") }
        #expect(store is MemoryStore && container.canResolve(Int.self))
    } catch is DependencyError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

// Validating
nonisolated func validatingByType(in container: DependencyContainer) throws {
    do {
        try container.validate()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch let error as DependencyValidationError {
        if error.problems.isEmpty { print(error) }
        #expect(error.problems.count == 1 && error.problems[0].name == nil)
    }
}

nonisolated func validatingByAsking(in container: DependencyContainer) throws {
    do {
        try container.validate()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch is DependencyValidationError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func validatingPropertiesByType(in container: DependencyContainer) throws {
    do {
        try container.validateProperties()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch let error as DependencyValidationError {
        if error.problems.isEmpty { print(error) }
        #expect(error.problems.count == 1 && error.problems[0].name == nil)
    }
}

nonisolated func validatingPropertiesByAsking(in container: DependencyContainer) throws {
    do {
        try container.validateProperties()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch is DependencyValidationError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

// Validating in asynchronous functions
nonisolated func validatingAsynchronouslyByType(in container: DependencyContainer) async throws {
    do {
        await Task.yield()
        try await container.validate(runningCreators: true)
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch let error as DependencyValidationError {
        if error.problems.isEmpty { print(error) }
        #expect(error.problems.count == 1 && error.problems[0].name == nil)
    }
}

nonisolated func validatingAsynchronouslyByAsking(in container: DependencyContainer) async throws {
    do {
        await Task.yield()
        try await container.validate(runningCreators: true)
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch is DependencyValidationError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}

nonisolated func validatingPropertiesAsynchronouslyByType(in container: DependencyContainer) async throws {
    do {
        await Task.yield()
        try container.validateProperties()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch let error as DependencyValidationError {
        if error.problems.isEmpty { print(error) }
        #expect(error.problems.count == 1 && error.problems[0].name == nil)
    }
}

nonisolated func validatingPropertiesAsynchronouslyByAsking(in container: DependencyContainer) async throws {
    do {
        await Task.yield()
        try container.validateProperties()
        if container.canResolve(Int.self) || container.canResolve((any Store).self) { print("It is there.") }
        #expect(container.canResolve(Int.self) && container.canResolve((any Store).self))
    } catch is DependencyValidationError {
        if container.canResolve(Int.self) { print("It is missing.") }
        #expect(container.canResolve(Int.self) && container.registrations.isEmpty)
    }
}
