import Hopoate
import Testing

@Suite struct ParentTests {
    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    private final class Reader: Sendable { let text = Dependency<String>() }

    @Test func `children and their objects keep the parent alive`() {
        weak var released: DependencyContainer?
        do {
            let reader = { () -> Reader in
                let parent = DependencyContainer()
                released = parent
                parent.register("parent", for: String.self)
                return DependencyContainer.withShared(DependencyContainer(parent: parent)) { Reader() }
            }()
            #expect(reader.text() == "parent")
        }
        #expect(released == nil)
    }
}
