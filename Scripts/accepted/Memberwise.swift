// Memberwise initializers of structs with properties that look services up: the compiler takes a wrapper as the argument, and not
// an initial value, and needs none. And mocks whose types are known without `for:`.

import Hopoate
import HopoateTestingHelpers

nonisolated protocol Store: Sendable {}
nonisolated struct DiskStore: Store {}

nonisolated struct Shelf {
    @Dependency var store: any Store
    @OptionalDependency var archive: (any Store)?
    var number: Int
}

nonisolated struct OptionalShelf {
    @Dependency private var store: (any Store)?
    @OptionalDependency(named: "archive") private var archive: (any Store)?
    var number = 1
}

nonisolated func shelves(in container: DependencyContainer) -> [Any] {
    [
        Shelf(number: 1), Shelf(store: Dependency(container: container), archive: OptionalDependency(), number: 1),
        OptionalShelf(),
    ]
}

nonisolated func mocks(in container: DependencyContainer) -> [Any] {
    let store: MockContainer<any Store, DiskStore> = MockContainer(DiskStore())
    let disk: MockContainer<DiskStore, DiskStore> = MockContainer(DiskStore(), named: "disk", container: container)
    return [store, disk, MockContainer<DiskStore, DiskStore>(DiskStore())]
}
