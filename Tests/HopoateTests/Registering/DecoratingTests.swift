import Hopoate
import Testing

@Suite struct DecoratingTests {
    let container = DependencyContainer()

    /// A decorator that can be told apart, and which holds what it decorates.
    private final class Wrapped: Logging {
        let inner: any Logging
        let mark: String
        let onDeinit: @Sendable () -> Void

        init(_ inner: any Logging, _ mark: String, onDeinit: @escaping @Sendable () -> Void = {}) {
            self.inner = inner
            self.mark = mark
            self.onDeinit = onDeinit
        }

        deinit { onDeinit() }

        var label: String { "\(mark)(\(inner.label))" }
    }

    private func resolve() -> any Logging { container.resolve((any Logging).self) }

    @discardableResult
    private func decorate(_ mark: String) -> ServiceRegistration<any Logging> {
        container.decorate((any Logging).self) { Wrapped($0, mark) }
    }

    @Test func aDecoratorGetsTheServiceBelowIt() {
        container.register(Logger("base"), for: (any Logging).self)
        decorate("a")
        #expect(resolve().label == "a(base)")
    }

    @Test func decoratingTwiceNestsAndEachLayerComesOutAlone() {
        container.register(Logger("base"), for: (any Logging).self)
        let first = decorate("a")
        let second = decorate("b")
        #expect(resolve().label == "b(a(base))")
        container.remove(first)
        #expect(resolve().label == "b(base)")
        container.remove(second)
        #expect(resolve().label == "base")
    }

    @Test(arguments: [Lifetime.eager, .cached, .scoped(DependencyScope()), .expiring(afterSeconds: 1e9)])
    func whatIsKeptIsDecoratedOnce(_ lifetime: Lifetime) {
        container.register((any Logging).self, lifetime: lifetime) { Logger("base") }
        decorate("a")
        decorate("b")
        let first = resolve()
        #expect(first === resolve())
        #expect(Dependency<any Logging>(container: container).wrappedValue === first)
    }

    @Test func whatIsTransientIsDecoratedEachTime() {
        container.register((any Logging).self, lifetime: .transient) { Logger("base") }
        decorate("a")
        #expect(resolve() !== resolve())
        #expect(resolve().label == "a(base)")
        let logger = Dependency<any Logging>(container: container)
        #expect(logger.wrappedValue === logger.wrappedValue)
    }

    @Test func whatIsWeakIsDecoratedAsLongAsItLives() {
        let made = Counter()
        container.register((any Logging).self, lifetime: .weak) { Logger("\(made.increment())") }
        decorate("a")
        var held: (any Logging)? = resolve()
        #expect(resolve() === held)
        held = nil
        #expect(held == nil)
        #expect(resolve().label == "a(2)")
    }

    @Test func aValueOverAWeakServiceIsMadeEachTime() {
        container.register((any CustomStringConvertible).self, lifetime: .weak) { Text() }
        container.decorate((any CustomStringConvertible).self) { "<\($0)>" }
        #expect(container.resolve((any CustomStringConvertible).self).description == "<text>")
        #expect(container.resolve((any CustomStringConvertible).self).description == "<text>")
    }

    private final class Text: CustomStringConvertible {
        var description: String { "text" }
    }

    @Test func whatIsKeptIsDecoratedAnewWhenItIsMadeAnew() {
        let session = DependencyScope()
        let made = Counter()
        let gone = Counter()
        container.register((any Logging).self, lifetime: .scoped(session)) { Logger("\(made.increment())") }
        container.decorate((any Logging).self) { Wrapped($0, "a") { gone.increment() } }
        #expect(resolve().label == "a(1)")
        session.reset()
        #expect(gone.count == 1)
        #expect(resolve().label == "a(2)")
    }

    @Test func whatExpiresTakesItsDecorationAlong() {
        let clock = TestClock()
        let made = Counter()
        container.register(clock, for: (any ExpirationClock).self)
        container.register((any Logging).self, lifetime: .expiring(afterSeconds: 10)) {
            Logger("\(made.increment())")
        }
        decorate("a")
        let first = resolve()
        clock.advance(9)
        #expect(resolve() === first)
        clock.advance(1)
        #expect(resolve().label == "a(2)")
    }

    @Test func anInstanceIsReleasedWithTheLayerBelow() {
        let gone = Counter()
        let token = container.register((any Logging).self, lifetime: .cached) { Logger { gone.increment() } }
        container.decorate((any Logging).self) { Wrapped($0, "a") { gone.increment() } }
        _ = resolve()
        container.remove(token)
        #expect(gone.count == 2)
        container.register(Logger("later"), for: (any Logging).self)
        #expect(resolve().label == "later")
    }

    @Test func aLaterRegistrationIsNotDecoratedAndComesOutAgain() {
        container.register(Logger("base"), for: (any Logging).self)
        decorate("a")
        let token = container.register(Logger("cover"), for: (any Logging).self)
        #expect(resolve().label == "cover")
        container.remove(token)
        #expect(resolve().label == "a(base)")
    }

    @Test func removingWhatIsBetweenDecoratesWhatIsBelow() {
        container.register(Logger("old"), for: (any Logging).self)
        let token = container.register(Logger("new"), for: (any Logging).self)
        decorate("a")
        #expect(resolve().label == "a(new)")
        container.remove(token)
        #expect(resolve().label == "a(old)")
    }

    @Test func namesAreDecoratedForThemselves() {
        container.register(Logger("base"), for: (any Logging).self)
        container.register(Logger("disk"), for: (any Logging).self, named: "disk")
        container.decorate((any Logging).self, named: "disk") { Wrapped($0, "a") }
        #expect(resolve().label == "base")
        #expect(container.resolve((any Logging).self, named: "disk").label == "a(disk)")
    }

    @Test func aParentsServiceIsDecoratedInTheChildAlone() {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        let child = DependencyContainer(parent: container)
        child.decorate((any Logging).self) { Wrapped($0, "child") }
        let first = child.resolve((any Logging).self)
        #expect(first.label == "child(base)")
        #expect(child.resolve((any Logging).self) === first)
        #expect(resolve().label == "base")
    }

    @Test func aMockInTheParentReachesTheChildsDecorator() {
        container.register(Logger("base"), for: (any Logging).self)
        let child = DependencyContainer(parent: container)
        child.decorate((any Logging).self) { Wrapped($0, "child") }
        #expect(child.resolve((any Logging).self).label == "child(base)")
        let mock = container.register(Logger("mock"), for: (any Logging).self)
        #expect(child.resolve((any Logging).self).label == "child(mock)")
        container.remove(mock)
        #expect(child.resolve((any Logging).self).label == "child(base)")
    }

    @Test func decoratingNothingIsAnErrorThatSaysSo() throws {
        let line = UInt(#line + 1)
        decorate("a")
        #expect(!container.canResolve((any Logging).self))
        let error = try #require(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        guard case .nothingToDecorate = error.reason else { throw error }
        #expect(error.description.contains("is decorated, but nothing is registered that the decorator could get"))
        #expect(error.description.contains("registered at: HopoateTests/DecoratingTests.swift:"))
        #expect(line > 0)
        let token = container.register(Logger("late"), for: (any Logging).self)
        #expect(resolve().label == "late")
        container.remove(token)
    }

    @Test func aDecoratorMayLookOtherServicesUp() {
        container.register(Logger("base"), for: (any Logging).self)
        container.register("mark", for: String.self)
        container.decorate((any Logging).self) { Wrapped($0, Hopoate.resolve(String.self)) }
        #expect(resolve().label == "mark(base)")
    }

    @Test func aDecoratorThatAsksForItsOwnServiceIsACycle() throws {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        container.decorate((any Logging).self) { _ in try DependencyContainer.shared.resolving((any Logging).self) }
        let error = try #require(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        guard case .cycle = error.reason else { throw error }
    }

    @Test func aDecoratorThatThrowsKeepsNothing() throws {
        container.register(Logger("base"), for: (any Logging).self)
        let attempts = Counter()
        container.decorate((any Logging).self) { inner in
            if attempts.increment() == 1 { throw SomeError() }
            return Wrapped(inner, "a")
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        #expect(resolve().label == "a(base)")
    }

    @Test func threadsGetOneDecoratedInstance() {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        let decorated = Counter()
        container.decorate((any Logging).self) { inner in
            Wrapped(inner, "\(decorated.increment())")
        }
        let container = container
        let barrier = Barrier(8)
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            #expect(container.resolve((any Logging).self).label == "1(base)")
        }
        #expect(haveEnded)
        #expect(decorated.count == 1)
    }

    @Test func changingLayersWhileOthersResolveIsSafe() {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        decorate("outer")
        let container = container
        let haveEnded = onThreads(4) { index in
            for _ in 0..<500 {
                if index < 2 {
                    let token = container.register((any Logging).self, lifetime: .cached) { Logger("other") }
                    let layer = container.decorate((any Logging).self) { Wrapped($0, "\(index)") }
                    container.remove(token)
                    container.remove(layer)
                } else {
                    let label = container.resolve((any Logging).self).label
                    #expect(label.contains("base") || label.contains("other"))
                }
            }
        }
        #expect(haveEnded)
        #expect(resolve().label == "outer(base)")
    }

    /// Each look-up asks for what is below the decorator, with and without the override above it.
    @Test func anOverrideThatComesAndGoesLeavesTheDecoratorSomething() {
        let container = container
        container.register((any Logging).self, lifetime: .transient) { Logger("base") }
        decorate("outer")
        let isOver = Shared(false)
        let haveEnded = onThreads(4) { index in
            if index < 2 {
                while !isOver.value { container.remove(container.register(Logger("other"), for: (any Logging).self)) }
            } else {
                defer { isOver.value = true }
                for _ in 0..<50_000 {
                    let label = Result { try container.resolving((any Logging).self).label }
                    switch label {
                    case .success("outer(base)"), .success("other"): break
                    default: return _ = Issue.record("\(label)")
                    }
                }
            }
        }
        #expect(haveEnded)
    }

    @Test func aForkIsDecoratedOnItsOwn() {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        decorate("a")
        let before = resolve()
        let fork = container.fork()
        #expect(fork.resolve((any Logging).self).label == "a(base)")
        #expect(fork.resolve((any Logging).self) !== before)
        fork.register(Logger("fork"), for: (any Logging).self)
        #expect(resolve() === before)
    }

    @Test func observersSeeEveryLayer() {
        container.register((any Logging).self, lifetime: .cached) { Logger("base") }
        decorate("a")
        let kinds = Shared<[String]>([])
        let observation = container.observe { event in
            kinds.change { $0.append("\(event.registration.lifetime) \(event.kind)") }
        }
        _ = resolve()
        _ = resolve()
        observation.cancel()
        #expect(
            kinds.value == [
                "cached creationBegan", "cached creationEnded", "decorator creationBegan", "decorator creationEnded",
                "cached hit", "decorator hit",
            ]
        )
    }

    /// What the decorator then finds has been decorated anew, and answers at once, while it has the old instance in hand.
    @Test func whatIsMadeAnewWhileADecoratorGetsTheOldOneIsDecoratedOnce() {
        let session = DependencyScope()
        let made = Counter()
        let decorated = Counter()
        let container = container
        let line = UInt(#line + 1)
        container.register((any Logging).self, lifetime: .scoped(session)) {
            Logger("\(made.increment())")
        }
        container.decorate((any Logging).self) { inner in
            if decorated.increment() == 3 {
                onThreads(1, within: 2) { _ in _ = container.resolve((any Logging).self).label }
            }
            return Wrapped(inner, "a")
        }
        #expect(resolve().label == "a(1)")
        let observation = Shared<ResolutionObservation?>(nil)
        let second = Shared<(any Logging)?>(nil)
        observation.value = container.observe { event in
            guard event.registration.line == line, let current = observation.value else { return }
            observation.value = nil
            current.cancel()
            session.reset()
            second.value = container.resolve((any Logging).self)
        }
        #expect(resolve() === second.value)
        #expect(resolve().label == "a(2)")
        #expect(decorated.count == 2)
    }

    @Test func aPropertyFollowsWhatIsBelowADecorator() {
        container.register((any Logging).self, lifetime: .transient) { Logger("old") }
        let token = container.register((any Logging).self, lifetime: .transient) { Logger("new") }
        let layer = decorate("a")
        decorate("b")
        let logger = Dependency<any Logging>(container: container)
        #expect(logger.wrappedValue.label == "b(a(new))")
        container.remove(token)
        #expect(logger.wrappedValue.label == "b(a(old))")
        container.remove(layer)
        #expect(logger.wrappedValue.label == "b(old)")
        #expect(logger.wrappedValue === logger.wrappedValue)
    }

    @Test func aPropertyFollowsTheParentBelowADecorator() {
        container.register((any Logging).self, lifetime: .transient) { Logger("base") }
        let child = DependencyContainer(parent: container)
        child.decorate((any Logging).self) { Wrapped($0, "child") }
        let logger = Dependency<any Logging>(container: child)
        #expect(logger.wrappedValue.label == "child(base)")
        #expect(logger.wrappedValue === logger.wrappedValue)
        let mock = container.register((any Logging).self, lifetime: .transient) { Logger("mock") }
        #expect(logger.wrappedValue.label == "child(mock)")
        container.remove(mock)
        #expect(logger.wrappedValue.label == "child(base)")
    }

    @Test func whatItsRegistrationDidNotKeepIsDecoratedForTheCallerAlone() {
        let session = DependencyScope()
        let made = Counter()
        let gone = Counter()
        container.register((any Logging).self, lifetime: .scoped(session)) {
            session.reset()
            return Logger("\(made.increment())")
        }
        decorate("a")
        #expect(resolve().label == "a(1)")
        #expect(resolve().label == "a(2)")

        let container = DependencyContainer()
        let token = Shared<ServiceRegistration<any Logging>?>(nil)
        token.value = container.register((any Logging).self, lifetime: .cached) {
            if let token = token.value { container.remove(token) }
            return Logger("removed") { gone.increment() }
        }
        container.decorate((any Logging).self) { Wrapped($0, "b") }
        #expect(container.resolve((any Logging).self).label == "b(removed)")
        #expect(gone.count == 1)
    }

    @Test func aDecoratorThatIsRemovedWhileItWaitsForWhatIsBelowItDecoratesNothing() {
        let container = container
        let decorator = Shared<AnyServiceRegistration?>(nil)
        container.register(String.self, lifetime: .transient) {
            decorator.value.map(container.remove)
            return "plain"
        }
        decorator.value = container.decorate(String.self) { "<\($0)>" }
        #expect(container.resolve(String.self) == "plain")
        #expect(container.registrations.count == 1)
    }

    @Test func decoratorsThatAreAllRemovedMeanwhileDecorateNothing() {
        let container = container
        let decorators = Shared<[AnyServiceRegistration]>([])
        container.register(String.self, lifetime: .transient) {
            for decorator in decorators.value { container.remove(decorator) }
            return "plain"
        }
        decorators.value = [
            container.decorate(String.self) { "<\($0)>" }, container.decorate(String.self) { "[\($0)]" },
        ]
        #expect(container.resolve(String.self) == "plain")
        #expect(container.registrations.count == 1)
    }

    /// Only the decoration holds it by then. Its `deinit` asks the container whose lock the removal takes.
    @Test(.timeLimit(.minutes(1))) func whatADecorationWasMadeFromIsReleasedUnderNoLock() async {
        let parent = container
        let child = DependencyContainer(parent: parent)
        child.register("found", for: String.self)
        let seen = Shared<[String]>([])
        let base = parent.register((any Logging).self) { [weak child] in
            Logger("base") { [weak child] in if let child { seen.value = [child.resolve(String.self)] } }
        }
        let decorator = child.decorate((any Logging).self) { Logger("decorated \($0.label)") }
        #expect(child.resolve((any Logging).self).label == "decorated base")
        parent.remove(base)
        #expect(seen.value.isEmpty)
        await Task.detached { child.remove(decorator) }.value
        #expect(seen.value == ["found"])
    }
}
