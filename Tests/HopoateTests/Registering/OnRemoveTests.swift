import Hopoate
import Testing

@Suite struct OnRemoveTests {
    let container = DependencyContainer()
    let removed = Shared<[String]>([])

    private func note(_ text: String) -> @Sendable (String) -> Void {
        { [removed] service in removed.change { $0.append("\(text) \(service)") } }
    }

    @Test func itRunsOnceWhenTheRegistrationIsRemoved() {
        let token = container.register("a", for: String.self).onRemove(note("removed"))
        #expect(removed.value.isEmpty)
        container.remove(token)
        container.remove(token)
        container.reset()
        #expect(removed.value == ["removed a"])
    }

    @Test func resettingRunsThemNewestFirst() {
        container.register("a", for: String.self).onRemove(note("1"))
        container.register(service: String.self) {
            "b"
        }.onRemove {
            note("2")($0)
        }
        container.register(String.self, named: "n", lifetime: .cached) {
            "c"
        }.onRemove {
            note("3")($0)
        }
        _ = container.resolve(String.self, named: "n")
        container.reset()
        #expect(removed.value == ["3 c", "2 b", "1 a"])
    }

    private final class Store: Sendable {}

    /// Flushes into its store when it goes.
    private final class Buffer {
        private let store: Store
        private let gone: @Sendable () -> Void
        init(_ store: Store, _ gone: @escaping @Sendable () -> Void) { (self.store, self.gone) = (store, gone) }
        deinit { gone() }
    }

    @Test(arguments: ["reset", "remove", "scope", "container"]) func aDecorationIsGoneBeforeItRuns(_ way: String) {
        let scope = DependencyScope()
        let token = container.register(
            AnyObject.self,
            lifetime: .scoped(scope),
            creator: { Store() }
        ).onRemove { [removed] _ in removed.change { $0.append("removed") } }
        container.decorate(AnyObject.self) { [removed] store in
            Buffer(store as! Store) { removed.change { $0.append("decoration gone") } }
        }
        _ = container.resolve(AnyObject.self)
        switch way {
        case "reset": container.reset(token)
        case "remove": container.remove(token)
        case "scope": scope.reset()
        default: container.reset()
        }
        #expect(removed.value == ["decoration gone", "removed"])
    }

    @Test func releasingTheContainerRunsIt() {
        var container: DependencyContainer? = DependencyContainer()
        container?.register("a", for: String.self).onRemove(note("1"))
        container?.register("b", for: String.self, named: "n").onRemove(note("2"))
        container = nil
        #expect(removed.value == ["2 b", "1 a"])
    }

    @Test func whatWasNeverMadeIsNotCleanedUp() {
        let token = container.register(String.self, lifetime: .cached) {
            "a"
        }.onRemove {
            note("1")($0)
        }
        container.remove(token)
        #expect(removed.value.isEmpty)
    }

    @Test func eachInstanceThatWasKeptIsCleanedUpOnce() {
        let session = DependencyScope()
        let made = Counter()
        let token = container.register(String.self, lifetime: .scoped(session)) {
            "\(made.increment())"
        }.onRemove {
            note("1")($0)
        }
        _ = container.resolve(String.self)
        session.reset()
        #expect(removed.value == ["1 1"])
        _ = container.resolve(String.self)
        container.remove(token)
        #expect(removed.value == ["1 1", "1 2"])
    }

    @Test func anExpiredInstanceIsCleanedUpBeforeTheNextIsMade() {
        let clock = TestClock()
        let removed = removed
        container.register(clock, for: (any ExpirationClock).self)
        container.register(String.self, lifetime: .expiring(afterSeconds: 1)) {
            removed.change { $0.append("made") }
            return "x"
        }.onRemove {
            note("1")($0)
        }
        _ = container.resolve(String.self)
        clock.advance(2)
        _ = container.resolve(String.self)
        #expect(removed.value == ["made", "1 x", "made"])
    }

    @Test func overwritingAndSettingAgainRunIt() {
        container.register("a", for: String.self).onRemove(note("1"))
        container.overwriteExistingRegistrations(withService: "b", for: String.self).onRemove(note("2"))
        #expect(removed.value == ["1 a"])
        container.overwriteExistingRegistrations(service: String.self) {
            "c"
        }.onRemove {
            note("3")($0)
        }
        #expect(removed.value == ["1 a", "2 b"])
    }

    @Test func itIsCalledWithWhatIsLetGoOfFromThenOn() {
        let made = Counter()
        let token = container.register(String.self) { "\(made.increment())" }
        _ = container.resolve(String.self)
        container.reset(token)
        token.onRemove(note("first"))
        _ = container.resolve(String.self)
        container.reset(token)
        #expect(removed.value == ["first 2"])
        _ = container.resolve(String.self)
        token.onRemove(note("second"))
        container.remove(token)
        #expect(removed.value == ["first 2", "first 3", "second 3"])
    }

    @Test func severalRunInTheOrderInWhichTheyWereAdded() {
        let token = container.register("a", for: String.self).onRemove(note("1")).onRemove(note("2"))
        token.onRemove(note("3"))
        container.remove(token)
        #expect(removed.value == ["1 a", "2 a", "3 a"])
    }

    @Test func aRegistrationThatIsGoneCallsNothing() {
        let token = container.register(String.self) { "a" }
        let held = container.resolve(String.self)
        container.remove(token)
        #expect(token.onRemove(note("1")) === token)
        container.remove(token)
        container.reset(token)
        container.reset()
        #expect(held == "a")
        #expect(removed.value.isEmpty)
    }

    @Test func aDecorationIsCleanedUpWithWhatItDecorates() {
        let token = container.register(String.self) { "a" }.onRemove(note("1"))
        container.decorate(String.self) { "<\($0)>" }.onRemove(note("2"))
        _ = container.resolve(String.self)
        container.reset(token)
        #expect(removed.value == ["2 <a>", "1 a"])
    }

    @Test func everyWayOfRegisteringGivesATokenThatHasIt() {
        container.register("instance", for: String.self).onRemove(note("1"))
        container.register(service: String.self) { "at once" }.onRemove(note("2"))
        container.register(String.self, named: "n") { "creator" }.onRemove(note("3"))
        container.autoregister(String.self, named: "a") { "initializer" }.onRemove(note("4"))
        container.contribute(to: String.self) { "contribution" }.onRemove(note("5"))
        container.register(\.removedText) { "key" }.onRemove(note("6"))
        container.register("instance of key", for: \.removedText).onRemove(note("7"))
        _ = container.resolve(String.self, named: "n") + container.resolve(String.self, named: "a")
        _ = container.resolveAll(String.self)
        container.reset()
        let inOrder = ["7 instance of key", "5 contribution", "4 initializer", "3 creator", "2 at once", "1 instance"]
        #expect(removed.value == inOrder)
    }

    @Test func itRunsUnderNoLock() {
        let container = container
        let token = container.register("a", for: String.self)
        let haveEnded = Shared<[Bool]>([])
        token.onRemove { [removed] _ in
            let hasEnded = onThreads(1, within: 60) { _ in
                container.remove(container.register("b", for: String.self).onRemove { _ in })
                token.onRemove { _ in removed.change { $0.append("too late") } }
            }
            haveEnded.change { $0.append(hasEnded) }
        }
        container.remove(token)
        #expect(haveEnded.value == [true])
        #expect(removed.value.isEmpty)
    }

    /// Its own token, for example.
    @Test func whatItHoldsIsReleasedWithTheRegistration() {
        let token = container.register("a", for: String.self)
        weak var held: Logger?
        do {
            let logger = Logger()
            held = logger
            token.onRemove { _ in _ = (logger.label, token) }
        }
        #expect(held != nil)
        container.remove(token)
        #expect(held == nil)
    }

    @Test func itMayUseTheContainer() {
        let container = container
        let removed = removed
        container.register("older", for: String.self, named: "older")
        let token = container.register("a", for: String.self).onRemove { _ in
            removed.change { $0.append(container.resolve(String.self, named: "older")) }
            container.register("again", for: String.self)
        }
        container.remove(token)
        #expect(removed.value == ["older"])
        #expect(container.resolve(String.self) == "again")
    }

    @Test func aForkCleansUpWhatItHasMadeItself() {
        container.register("instance", for: String.self, named: "i").onRemove(note("1"))
        container.register(String.self, lifetime: .cached) {
            "made"
        }.onRemove {
            note("2")($0)
        }
        var fork: DependencyContainer? = container.fork()
        _ = fork?.resolve(String.self)
        fork = nil
        #expect(fork == nil)
        #expect(removed.value == ["2 made"])
    }

    @Test func aForkCallsWhatWasAddedBeforeItWasMade() {
        let token = container.register(String.self) { "made" }.onRemove(note("before"))
        var fork: DependencyContainer? = container.fork()
        token.onRemove(note("after"))
        _ = container.resolve(String.self) + (fork?.resolve(String.self) ?? "")
        fork = nil
        #expect(fork == nil)
        #expect(removed.value == ["before made"])
        container.remove(token)
        #expect(removed.value == ["before made", "before made", "after made"])
    }

    @Test func aChildsInstanceCallsWhatIsAddedToTheOriginal() {
        let token = container.register(String.self, lifetime: .perContainer) { "made" }.onRemove(note("before"))
        var child: DependencyContainer? = DependencyContainer(parent: DependencyContainer(parent: container))
        _ = child?.resolve(String.self)
        token.onRemove(note("after"))
        child = nil
        #expect(child == nil)
        #expect(removed.value == ["before made", "after made"])
    }

    @Test func childrensInstancesAreCleanedUpWithTheChildrenAlsoIfTheOriginalIsGone() {
        let token = container.register(String.self, lifetime: .perContainer) { "made" }
        var children = [DependencyContainer(parent: container), DependencyContainer(parent: container)]
        for child in children { _ = child.resolve(String.self) }
        token.onRemove(note("1"))
        container.remove(token)
        #expect(removed.value == [])
        children = []
        #expect(removed.value == ["1 made", "1 made"])
    }

    @Test func aForksChildrenAndValuesCallWhatTheForkCalls() {
        container.register(String.self, lifetime: .perContainer) { "child's" }.onRemove(note("1"))
        container.register(String.self, taking: Int.self, lifetime: .cached) { "\($0)" }.onRemove(note("2"))
        do {
            let fork = container.fork()
            _ = DependencyContainer(parent: fork).resolve(String.self)
            _ = fork.resolve(String.self, with: 5)
        }
        #expect(Set(removed.value) == ["1 child's", "2 5"])
        #expect(removed.value.count == 2)
    }

    @Test func valuesOfArgumentsCallWhatIsAddedLater() {
        let token = container.register(String.self, taking: Int.self, lifetime: .cached) { "\($0)" }
        _ = container.resolve(String.self, with: 1)
        token.onRemove(note("1"))
        _ = container.resolve(String.self, with: 2)
        token.onRemove(note("2"))
        container.remove(token)
        #expect(Set(removed.value) == ["1 1", "2 1", "1 2", "2 2"])
        #expect(removed.value.count == 4)
    }

    @Test func valuesOfArgumentsAreCleanedUpToo() {
        let token = container.register(String.self, taking: Int.self, lifetime: .cached) {
            "\($0)"
        }.onRemove {
            note("1")($0)
        }
        for number in [1, 2, 1] { _ = container.resolve(String.self, with: number) }
        container.remove(token)
        #expect(removed.value == ["1 2", "1 1"])
    }
}

extension DependencyKeys {
    fileprivate var removedText: DependencyKey<String> { .required() }
}
