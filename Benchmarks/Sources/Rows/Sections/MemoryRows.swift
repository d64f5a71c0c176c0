// The memory that registrations and property wrappers take, with what the C library adds to each allocation.

import AllocatedMemory
import Hopoate

/// Empty where nobody knows how much memory is allocated.
let memoryRows = allocatedBytes() == 0 ? [] : [containerRow, instanceRow, creatorRow, wrapperRow]

private let count = 1_000

private let object = Baseline("an object", in: .bytes) { .bytes { bytesOfEach { Implementation() } } }

private let entry = Baseline("a dictionary's entry", in: .bytes) {
    .bytes {
        bytesPerItem {
            var collector = Collector()
            visitTypes(count, &collector)
            return collector.services
        }
    }
}

private let property = Baseline("a stored property", in: .bytes) { .bytes { Double(MemoryLayout<any Service>.size) } }

private let containerRow = Row("a container", to: object) {
    .bytes { bytesOfEach { DependencyContainer() } }
}

private let instanceRow = Row("a registered instance", to: entry) {
    .bytes { bytesOfRegistrations { InstanceRegistrar(container: $0) } }
}

private let creatorRow = Row("a registered creator", to: entry) {
    .bytes { bytesOfRegistrations { CreatorRegistrar(container: $0) } }
}

/// In the object that it belongs to and outside of it.
private let wrapperRow = Row("a @Dependency", to: property) {
    .bytes {
        Double(MemoryLayout<Dependency<any Service>>.size) + bytesOfEach { Dependency<any Service>() }
    }
}

/// The bytes that making something of as many items as `count` allocates for good, for each of them.
private func bytesPerItem(_ make: () -> Any) -> Double {
    let before = allocatedBytes()
    let made = make()
    let after = allocatedBytes()
    return withExtendedLifetime(made) { Double(after) - Double(before) } / Double(count)
}

private func bytesOfEach(_ make: () -> Any) -> Double {
    var made: [Any] = []
    made.reserveCapacity(count)
    return bytesPerItem {
        for _ in 0..<count { made.append(make()) }
        return made
    }
}

private func bytesOfRegistrations<Registrar: TypeVisitor>(_ register: (DependencyContainer) -> Registrar) -> Double {
    func fill(_ container: DependencyContainer) -> DependencyContainer {
        var registrar = register(container)
        visitTypes(count, &registrar)
        return container
    }
    // The runtime allocates for each type that it sees for the first time.
    withExtendedLifetime(fill(DependencyContainer())) {}
    let container = DependencyContainer()
    return bytesPerItem { fill(container) }
}

private let service = Implementation()

private struct Collector: TypeVisitor {
    var services: [ObjectIdentifier: AnyObject] = [:]

    mutating func visit<Visited>(_ type: Visited.Type) { services[ObjectIdentifier(type)] = service }
}

private struct InstanceRegistrar: TypeVisitor {
    let container: DependencyContainer

    func visit<Visited>(_ type: Visited.Type) { container.register(type, for: Visited.Type.self) }
}

private struct CreatorRegistrar: TypeVisitor {
    let container: DependencyContainer

    func visit<Visited>(_ type: Visited.Type) {
        container.register(service: Visited.Type.self, lifetime: .cached) { Visited.self }
    }
}
