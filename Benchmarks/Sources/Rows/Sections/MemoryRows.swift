// The bytes of objects while they live, including the C library's overhead of each allocation.

import AllocatedMemory
import Hopoate

/// Empty if the process cannot find out how much memory is allocated.
let memoryRows = allocatedBytes() == 0 ? [] : [wrapperRow, childRow, instanceRow, creatorRow]

private let count = 1_000

/// The bytes in the object that has the property, and outside of it.
private let wrapperRow = Row("bytes of a @Dependency", to: .byte, bound: 96) {
    .value {
        Double(MemoryLayout<Dependency<any Service>>.size) + bytesOfEach { Dependency<any Service>() }
    }
}

private let childRow = Row("bytes of a child container", to: .byte, bound: 1_024) {
    .value { bytesOfEach { DependencyContainer(parent: .shared) } }
}

private let instanceRow = Row("bytes of a registered instance", to: .byte) {
    .value { bytesOfRegistrations { Registrar(container: $0) } }
}

private let creatorRow = Row("bytes of a registered creator", to: .byte) {
    .value { bytesOfRegistrations { CreatorRegistrar(container: $0) } }
}

/// The bytes per item that making `count` items allocates and does not free.
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
    // The runtime allocates memory for each new type, so a first container makes the types.
    withExtendedLifetime(fill(DependencyContainer())) {}
    let container = DependencyContainer()
    return bytesPerItem { fill(container) }
}

private struct CreatorRegistrar: TypeVisitor {
    let container: DependencyContainer

    func visit<Visited>(_ type: Visited.Type) {
        container.register(Visited.Type.self, lifetime: .cached) { Visited.self }
    }
}
