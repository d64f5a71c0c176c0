import Hopoate
import Testing

@Suite struct ParentTests {
    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test func whatIsNotRegisteredIsAskedOfTheParent() {
        let grandchild = DependencyContainer(parent: child)
        parent.register("parent", for: String.self)
        #expect(grandchild.resolve(String.self) == "parent")
        #expect(grandchild.canResolve(String.self))
        #expect(grandchild.optionalResolve(String.self) == "parent")
        let token = child.register("child", for: String.self)
        #expect(grandchild.resolve(String.self) == "child")
        child.remove(token)
        #expect(grandchild.resolve(String.self) == "parent")
    }

    @Test func namesAreAskedForOneByOne() {
        parent.register("parent", for: String.self, named: "n")
        child.register("child", for: String.self)
        #expect(child.resolve(String.self, named: "n") == "parent")
    }

    @Test func noOtherFailureFallsThrough() throws {
        parent.register("parent", for: String.self)
        child.register(String.self, lifetime: .cached) { throw SomeError() }
        let error = try #require(throws: DependencyError.self) { try child.resolving(String.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
    }

    @Test func aParentsInstanceIsMadeInTheParentAndForAllItsChildren() {
        parent.register("parent", for: String.self)
        parent.register(Logger.self, lifetime: .cached) { Logger(resolve(String.self)) }
        child.register("child", for: String.self)
        let logger = child.resolve(Logger.self)
        #expect(logger.label == "parent")
        #expect(parent.resolve(Logger.self) === logger)
        #expect(DependencyContainer(parent: parent).resolve(Logger.self) === logger)
    }

    @Test(arguments: [Lifetime.cached, .weak, .expiring(afterSeconds: 60), .scoped(DependencyScope())])
    func anObjectThatTheParentKeepsLooksServicesUpInTheParent(_ lifetime: Lifetime) {
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: lifetime) { Reader() }
        child.register("child", for: String.self)
        #expect(child.resolve(Reader.self).text == "parent")
        #expect(DependencyContainer.withShared(child) { Reader().text } == "child")
    }

    @Test(arguments: [Lifetime.transient, .graph])
    func anObjectThatNobodyKeepsIsMadeInTheContainerThatWasAsked(_ lifetime: Lifetime) {
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: lifetime) { Reader() }
        child.register("child", for: String.self)
        #expect(child.resolve(Reader.self).text == "child")
        #expect(parent.resolve(Reader.self).text == "parent")
        #expect(DependencyContainer(parent: child).resolve(Reader.self).text == "child")
    }

    private final class Reader {
        @Dependency var text: String
    }

    @Test func propertiesFollowBothContainers() {
        let reader = DependencyContainer.withShared(child) { Reader() }
        parent.register("parent", for: String.self)
        #expect(reader.text == "parent")
        let token = child.register("child", for: String.self)
        #expect(reader.text == "child")
        child.remove(token)
        parent.register("newer", for: String.self)
        #expect(reader.text == "newer")
    }

    @Test func aPropertyKeepsAParentsTransientInstanceWhileThatAnswers() {
        parent.register(Logger.self, lifetime: .transient) { Logger() }
        let logger = Dependency<Logger>(container: child)
        let first = logger.wrappedValue
        #expect(logger.wrappedValue === first)
        let token = child.register(Logger.self, lifetime: .transient) { Logger("child") }
        #expect(logger.wrappedValue.label == "child")
        child.remove(token)
        #expect(logger.wrappedValue.label == "logger")
        #expect(logger.wrappedValue !== first)
        parent.register(Logger("newer"), for: Logger.self)
        #expect(logger.wrappedValue.label == "newer")
    }

    @Test func theErrorTellsWhatParentsHave() throws {
        parent.register("p", for: String.self, named: "name")
        let error = try #require(throws: DependencyError.self) { try child.resolving(String.self) }
        #expect(error.lookAlikes.map(\.name) == ["name"])
        #expect(child.registrations.isEmpty)
    }

    @Test func aKeysDefaultBelongsToTheOutermostParent() {
        let made = child.resolve(\.parentTestLogger)
        #expect(parent.resolve(\.parentTestLogger) === made)
        #expect(child.registrations.isEmpty)
        #expect(parent.registrations.map(\.isDefault) == [true])
        #expect(child.canResolve(\.parentTestLogger))
    }

    @Test func theParentIsKeptAliveByItsChildrenAndTheirObjects() {
        var parent: DependencyContainer? = DependencyContainer()
        weak var weakParent: DependencyContainer?
        weakParent = parent
        var child: DependencyContainer? = parent.map { DependencyContainer(parent: $0) }
        parent?.register("parent", for: String.self)
        parent = nil
        var reader: Reader? = child.map { DependencyContainer.withShared($0) { Reader() } }
        child = nil
        #expect(reader?.text == "parent")
        reader = nil
        #expect(weakParent == nil)
    }

    @Test func removingFromAnotherContainerOfTheFamilyHasNoEffect() {
        let token = parent.register("parent", for: String.self)
        child.remove(token)
        #expect(child.resolve(String.self) == "parent")
        child.reset()
        #expect(child.resolve(String.self) == "parent")
    }

    @Test func aCycleOverContainersIsAnError() throws {
        let child = child
        parent.register(Int.self, lifetime: .cached) { try child.resolving(String.self).count }
        child.register(String.self, lifetime: .cached) { "\(try child.resolving(Int.self))" }
        let error = try #require(throws: DependencyError.self) { try child.resolving(Int.self) }
        guard case .cycle = error.reason else { throw error }
        #expect(error.path.count == 3)
    }

    @Test func aForkHasAForkOfTheParent() {
        parent.register(Logger.self, lifetime: .cached) { Logger() }
        let logger = child.resolve(Logger.self)
        let fork = child.fork()
        #expect(fork.resolve(Logger.self) !== logger)
        parent.register("later", for: String.self)
        #expect(!fork.canResolve(String.self))
    }

    @Test func whatTheParentAnswersItsObserversSee() {
        parent.register("parent", for: String.self)
        let events = Counter()
        let observation = parent.observe { _ in events.increment() }
        _ = child.resolve(String.self)
        observation.cancel()
        #expect(events.count == 1)
    }

    @Test func threadsThatAskDifferentChildrenMakeOneInstance() {
        let made = Counter()
        parent.register(Logger.self, lifetime: .cached) { Logger("\(made.increment())") }
        let children = (0..<8).map { _ in DependencyContainer(parent: parent) }
        let barrier = Barrier(8)
        let haveEnded = onThreads(8) { index in
            barrier.wait()
            #expect(children[index].resolve(Logger.self).label == "1")
        }
        #expect(haveEnded)
        #expect(made.count == 1)
    }
}

extension DependencyKeys {
    fileprivate var parentTestLogger: DependencyKey<Logger> { .init { Logger("default") } }
}
