import Hopoate
import Testing

@Suite struct ParentTests {
    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test func whatIsNotRegisteredIsAskedOfTheParentOneKeyAfterTheOther() {
        let grandchild = DependencyContainer(parent: child)
        parent.register("parent", for: String.self)
        parent.register("parent's", for: String.self, named: "n")
        #expect(grandchild.resolve(String.self) == "parent")
        #expect(grandchild.canResolve(String.self))
        let token = child.register("child", for: String.self)
        #expect(grandchild.resolve(String.self) == "child")
        #expect(grandchild.resolve(String.self, named: "n") == "parent's")
        parent.remove(token)
        #expect(grandchild.resolve(String.self) == "child")
        child.remove(token)
        #expect(grandchild.resolve(String.self) == "parent")
        child.reset()
        #expect(child.resolve(String.self) == "parent")
    }

    private final class Reader: Sendable {
        let text = Dependency<String>()
    }

    @Test(arguments: [
        Lifetime.cached, .weak, .expiring(afterSeconds: 60), .scoped(DependencyScope()), .transient, .graph,
        .perContainer,
    ])
    func anObjectLooksServicesUpInTheContainerThatKeepsItOrElseInTheOneThatWasAsked(_ lifetime: Lifetime) {
        let isAskers = [.transient, .graph, .perContainer].contains(lifetime)
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: lifetime) { Reader() }
        child.register("child", for: String.self)
        let reader = child.resolve(Reader.self)
        #expect(reader.text() == (isAskers ? "child" : "parent"))
        #expect((parent.resolve(Reader.self) === reader) == !isAskers)
        #expect(parent.resolve(Reader.self).text() == "parent")
        #expect(DependencyContainer(parent: child).resolve(Reader.self).text() == reader.text())
    }

    /// One is kept for each argument only where arguments can be compared.
    @Test(arguments: [Lifetime.cached, .weak, .transient])
    func whatIsMadeFromAnArgumentThatCannotBeComparedIsMadeInTheContainerThatWasAsked(_ lifetime: Lifetime) {
        struct Incomparable {}
        parent.register(Logger.self, taking: Incomparable.self, lifetime: lifetime) { _ in
            Logger(resolve(String.self))
        }
        child.register("child", for: String.self)
        #expect(child.resolve(Logger.self, with: Incomparable()).label == "child")
    }

    @Test func theErrorTellsWhatParentsHave() throws {
        parent.register("p", for: String.self, named: "name")
        let error = try #require(throws: DependencyError.self) { try child.resolving(String.self) }
        #expect(error.lookAlikes.map(\.name) == ["name"])
    }

    @Test func theParentIsKeptAliveByItsChildrenAndTheirObjects() {
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

    @Test func aCycleOverContainersIsAnError() throws {
        let child = child
        parent.register(Int.self, lifetime: .cached) { try child.resolving(String.self).count }
        child.register(String.self, lifetime: .cached) { "\(try child.resolving(Int.self))" }
        let error = try #require(throws: DependencyError.self) { try child.resolving(Int.self) }
        guard case .cycle = error.reason else { throw error }
        #expect(error.path.count == 3)
        for container in [child, parent] { container.reset() }
    }

    @Test func threadsThatAskDifferentChildrenMakeOneInstance() {
        let (made, barrier) = (Counter(), Barrier(8))
        parent.register(Logger.self, lifetime: .cached) { Logger("\(made.increment())") }
        let children = (0..<8).map { _ in DependencyContainer(parent: parent) }
        let haveEnded = onThreads(8) { index in
            barrier.wait()
            #expect(children[index].resolve(Logger.self).label == "1")
        }
        #expect(haveEnded)
        #expect(made.count == 1)
    }
}
