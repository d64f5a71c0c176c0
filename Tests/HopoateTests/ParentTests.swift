import Hopoate
import Testing

@Suite struct ParentTests {
    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test func `a child looks up each missing key in its parent`() throws {
        let grandchild = DependencyContainer(parent: child)
        parent.register("parent", for: String.self)
        parent.register("parent's", for: String.self, named: "n")
        #expect(try grandchild.resolving(String.self) == "parent")
        #expect(grandchild.canResolve(String.self))
        let token = child.register("child", for: String.self)
        #expect(try grandchild.resolving(String.self) == "child")
        #expect(try grandchild.resolving(String.self, named: "n") == "parent's")
        parent.remove(token)
        #expect(try grandchild.resolving(String.self) == "child")
        child.remove(token)
        #expect(try grandchild.resolving(String.self) == "parent")
        child.removeAll()
        #expect(try child.resolving(String.self) == "parent")
    }

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
