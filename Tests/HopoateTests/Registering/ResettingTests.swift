import Dispatch
import Hopoate
import Testing

/// `reset(_:)` of one registration.
@Suite struct ResettingTests {
    let container = DependencyContainer()
    private let removed = Shared<[String]>([])

    private var onRemove: @Sendable (Logger) -> Void {
        { [removed] logger in removed.change { $0.append(logger.label) } }
    }

    @Test(arguments: [Lifetime.eager, .cached, .expiring(afterSeconds: 60), .scoped(DependencyScope()), .perContainer])
    func theNextLookUpMakesTheServiceAnew(_ lifetime: Lifetime) {
        let runs = Counter()
        let token = container.register(
            Logger.self,
            lifetime: lifetime,
            creator: { Logger("\(runs.increment())") }
        ).onRemove(onRemove)
        let first = container.resolve(Logger.self)
        container.reset(token)
        #expect(removed.value == ["1"])
        let second = container.resolve(Logger.self)
        #expect(second !== first)
        #expect(second.label == "2")
        #expect(container.registrations.count == 1)
    }

    @Test func aWeakServiceIsMadeAnewAlsoIfItIsAlive() {
        let token = container.register(Logger.self, lifetime: .weak) { Logger() }
        let first = container.resolve(Logger.self)
        container.reset(token)
        #expect(container.resolve(Logger.self) !== first)
    }

    @Test func anInstanceThatWasRegisteredStays() {
        let logger = Logger()
        let token = container.register(logger, for: Logger.self).onRemove(onRemove)
        container.reset(token)
        #expect(container.resolve(Logger.self) === logger)
        #expect(removed.value.isEmpty)
    }

    @Test func decorationsGoWithWhatTheyDecorate() {
        let runs = Counter()
        let token = container.register(Logger.self, creator: { Logger("\(runs.increment())") }).onRemove(onRemove)
        let decorator = container.decorate(Logger.self) { Logger("<\($0.label)>") }
        let first = container.resolve(Logger.self)
        container.reset(decorator)
        #expect(container.resolve(Logger.self) !== first)
        #expect(container.resolve(Logger.self).label == "<1>")
        container.reset(token)
        #expect(container.resolve(Logger.self).label == "<2>")
        #expect(removed.value == ["1"])
    }

    @Test func everyValueOfAnArgumentIsLetGo() {
        let runs = Counter()
        let token = container.register(Logger.self, taking: Int.self, lifetime: .cached) { _ in
            Logger("\(runs.increment())")
        }
        _ = (container.resolve(Logger.self, with: 1), container.resolve(Logger.self, with: 2))
        container.reset(token)
        #expect(container.resolve(Logger.self, with: 1).label == "3")
        #expect(container.resolve(Logger.self, with: 2).label == "4")
        #expect(container.resolve(Logger.self, with: 1).label == "3")
    }

    @Test func whatIsOverriddenLetsGoOfEveryValueToo() {
        let token = container.register(
            Logger.self,
            taking: Int.self,
            lifetime: .cached,
            creator: { Logger("\($0)") }
        ).onRemove(onRemove)
        _ = container.resolve(Logger.self, with: 1)
        container.register(Logger.self, taking: Int.self) { _ in Logger("override") }
        container.reset(token)
        #expect(removed.value == ["1"])
    }

    @Test func everyContainerLetsGo() {
        let runs = Counter()
        let token = container.register(Logger.self, lifetime: .perContainer) { Logger("\(runs.increment())") }
        let child = DependencyContainer(parent: container)
        #expect(child.resolve(Logger.self).label == "1")
        container.reset(token)
        #expect(child.resolve(Logger.self).label == "2")
    }

    @Test func anInstanceThatIsBeingMadeIsNotKept() {
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Counter()
        let token = container.register(Int.self) {
            let run = runs.increment()
            if run == 1 {
                begun.signal()
                mayEnd.wait()
            }
            return run
        }
        let haveEnded = onThreads(2) { thread in
            if thread == 0 {
                #expect(container.resolve(Int.self) == 1)
            } else {
                begun.wait()
                container.reset(token)
                mayEnd.signal()
            }
        }
        #expect(haveEnded)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func otherContainersTokensAndRemovedOnesHaveNoEffect() {
        let token = container.register(Logger.self) { Logger() }
        let logger = container.resolve(Logger.self)
        DependencyContainer().reset(token)
        #expect(container.resolve(Logger.self) === logger)
        container.remove(token)
        container.reset(token)
    }
}

/// Decorators of services that take an argument.
@Suite struct DecoratedArgumentTests {
    let container = DependencyContainer()

    @Test(arguments: [Lifetime.transient, .cached, .weak, .graph])
    func whatIsMadeFromAnArgumentIsDecorated(_ lifetime: Lifetime) {
        let runs = Counter()
        container.register(Logger.self, taking: Int.self, lifetime: lifetime) { Logger("\($0)") }
        container.decorate(Logger.self, taking: Int.self) { logger in
            runs.increment()
            return Logger("<\(logger.label)>")
        }
        let held = [container.resolve(Logger.self, with: 1), container.resolve(Logger.self, with: 2)]
        #expect(held.map(\.label) == ["<1>", "<2>"])
        let again = container.resolve(Logger.self, with: 1)
        #expect((again === held[0]) == (lifetime == .cached))
        #expect(runs.count == (lifetime == .cached ? 2 : 3))
    }

    @Test func decoratorsComeAndGoAndWhatIsBelowStays() {
        let runs = Counter()
        container.register(Logger.self, taking: Int.self, lifetime: .cached) { Logger("\($0) \(runs.increment())") }
        #expect(container.resolve(Logger.self, with: 5).label == "5 1")
        let first = container.decorate(Logger.self, taking: Int.self) { Logger("a \($0.label)") }
        let second = container.decorate(Logger.self, taking: Int.self) { Logger("b \($0.label)") }
        #expect(container.resolve(Logger.self, with: 5).label == "b a 5 1")
        container.remove(first)
        #expect(container.resolve(Logger.self, with: 5).label == "b 5 1")
        container.remove(second)
        #expect(container.resolve(Logger.self, with: 5).label == "5 1")
    }

    @Test func aChildDecoratesWhatItsParentMakesEachTime() {
        let runs = Counter()
        container.register(Logger.self, taking: Int.self, lifetime: .cached) { Logger("\($0) \(runs.increment())") }
        let child = DependencyContainer(parent: container)
        child.decorate(Logger.self, taking: Int.self) { Logger("child's \($0.label)") }
        #expect(child.resolve(Logger.self, with: 1).label == "child's 1 1")
        #expect(child.resolve(Logger.self, with: 1).label == "child's 1 1")
        #expect(container.resolve(Logger.self, with: 1).label == "1 1")
    }

    @Test func aChildDecoratesWhatIsMadeForEachContainer() {
        container.register(Logger.self, taking: Int.self, lifetime: .perContainer) {
            Logger("\(resolve(String.self)) \($0)")
        }
        let child = DependencyContainer(parent: container)
        child.register("own", for: String.self)
        child.decorate(Logger.self, taking: Int.self) { Logger("<\($0.label)>") }
        #expect(child.resolve(Logger.self, with: 1).label == "<own 1>")
    }

    @Test(arguments: [Lifetime.cached, .weak, .transient])
    func whatIsMadeFromAnArgumentThatCannotBeComparedIsMadeInTheContainerThatWasAsked(_ lifetime: Lifetime) {
        struct Incomparable {}
        container.register(Logger.self, taking: Incomparable.self, lifetime: lifetime) { _ in
            Logger(resolve(String.self))
        }
        let child = DependencyContainer(parent: container)
        child.register("child", for: String.self)
        #expect(child.resolve(Logger.self, with: Incomparable()).label == "child")
    }

    @Test func withoutAnythingBelowItIsAnError() throws {
        container.decorate(Logger.self, taking: Int.self) { $0 }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Logger.self, with: 1) }
        guard case .nothingToDecorate = error.reason else { return #expect("\(error.reason)" == "nothingToDecorate") }
        #expect(container.optionalResolve(Logger.self, named: "none") == nil)
    }

    @Test func anObservedRegistrationTellsOfEachResolution() {
        let events = Counter()
        container.register(Logger.self, taking: Int.self, lifetime: .cached) { Logger("\($0)") }
        let observation = container.observe { event in if event.kind != .registered { events.increment() } }
        container.decorate(Logger.self, taking: Int.self) { $0 }
        _ = container.resolve(Logger.self, with: 1)
        #expect(events.count > 0)
        observation.cancel()
    }
}
