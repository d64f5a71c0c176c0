import Foundation
import Hopoate
import Testing

@globalActor private actor Press {
    static let shared = Press()
}

private final class Layer: Logging {
    let below: any Logging
    let gone: Counter
    init(_ below: any Logging, _ gone: Counter = Counter()) { (self.below, self.gone) = (below, gone) }
    var label: String { "(\(below.label))" }
    deinit { gone.increment() }
}

/// What features do to one another: lifetimes, scopes, decorators, arguments, observers, actors and the end of a container.
@Suite struct InterplayTests {
    let container = DependencyContainer()

    // MARK: - Expiring

    @Test func onRemoveOfAnExpiredInstanceMayAskForTheNext() {
        let container = container
        let (clock, made) = (TestClock(), Counter())
        let got = Shared<[Int?]>([])
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Int.self, lifetime: .expiring(afterSeconds: 1)) {
            made.increment()
        }.onRemove { _ in
            let next = try? container.resolving(Int.self)
            got.change { $0.append(next) }
        }
        _ = container.resolve(Int.self)
        clock.seconds.value = 2
        #expect(container.resolve(Int.self) == 2)
        #expect(got.value == [2])
    }

    @Test func theDeinitOfAnExpiredInstanceMayAskForTheNext() {
        let container = container
        let (clock, errors) = (TestClock(), Counter())
        container.register(clock, for: (any ExpirationClock).self)
        container.register((any Logging).self, lifetime: .expiring(afterSeconds: 1)) {
            Logger { if (try? container.resolving((any Logging).self)) == nil { errors.increment() } }
        }
        _ = container.resolve((any Logging).self)
        clock.seconds.value = 2
        _ = container.resolve((any Logging).self)
        #expect(errors.count == 0)
    }

    @Test(arguments: [Lifetime.transient, .weak])
    func aServiceAndItsClockMayBelongToTwoActors(_ lifetime: Lifetime) async {
        let readings = Counter()
        container.register((any ExpirationClock).self, lifetime: lifetime) { @MainActor in
            readings.increment()
            return TestClock()
        }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60)) { @Press in 1 }
        await #expect(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        #expect(readings.count < 200)
    }

    @Test func theErrorOfAClockOfAnActorNamesTheClock() async {
        let container = container
        container.register((any ExpirationClock).self) { @MainActor in TestClock() }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60)) { 1 }
        let error = await onThread { dependencyError { try container.resolving(Int.self) } }
        #expect(error?.service == (any ExpirationClock).self)
    }

    @Test func theCureForAnotherGlobalActorWorks() async throws {
        container.register(Int.self) { @Press in 1 }
        let container = container
        let text = await { @Press () -> String in
            dependencyError { try container.resolving(Int.self) }?.description ?? ""
        }()
        #expect(text.contains("was asked for without awaiting it."))
        #expect(text.contains("1. Resolve it with `try await asyncResolve(_:)`"))
        #expect(try await container.asyncResolve(Int.self) == 1)
    }

    // MARK: - Scoped

    @Test func whoAsksAfterTheScopesResetGetsANewInstance() async throws {
        let (container, scope) = (container, DependencyScope())
        let (runs, started, finish) = (Counter(), Gate(), Gate())
        container.register(
            Int.self,
            lifetime: .scoped(scope),
            asyncCreator: {
                let number = runs.increment()
                started.open()
                if number == 1 { await finish.wait() }
                return number
            }
        )
        let first = Task { try await container.asyncResolve(Int.self) }
        await started.wait()
        scope.reset()
        #expect(try await container.asyncResolve(Int.self) == 2)
        finish.open()
        #expect(try await first.value == 1)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func aResetThatReturnsHasEndedTheInstancesAlsoIfAnotherThreadResetsToo() async {
        let (container, scope, made) = (container, DependencyScope(), Counter())
        let (began, finish) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(Int.self, lifetime: .scoped(scope)) { made.increment() }
        container.register(String.self, lifetime: .scoped(scope)) {
            "session"
        }.onRemove { _ in
            began.signal()
            finish.wait()
        }
        #expect(container.resolve(Int.self) == 1)
        _ = container.resolve(String.self)
        async let other: Void = onThread { scope.reset() }
        await onThread { began.wait() }
        let number = await onThread { () -> Int in
            scope.reset()
            return container.resolve(Int.self)
        }
        finish.signal()
        await other
        #expect(number == 2)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func whatIsMadeDuringAResetSurvivesIt() {
        let (container, scope) = (container, DependencyScope())
        let (made, new) = (Counter(), Shared(0))
        let token = container.register(Int.self, lifetime: .scoped(scope)) { made.increment() }
        container.register(String.self, lifetime: .scoped(scope)) {
            "session"
        }.onRemove { _ in
            container.reset(token)
            new.value = container.resolve(Int.self)
        }
        _ = container.resolve(Int.self)
        _ = container.resolve(String.self)
        scope.reset()
        #expect(new.value == 2)
        #expect(container.resolve(Int.self) == 2)
    }

    // MARK: - Decorators

    @Test func aWeakPropertyHoldsNothingOfADecoratedService() {
        let gone = Counter()
        container.register((any Logging).self, lifetime: .transient) { Logger { gone.increment() } }
        container.decorate((any Logging).self) { Layer($0) }
        let property = WeakDependency<any Logging>(container: container)
        #expect(property()?.label == "(logger)")
        #expect(gone.count == 1)
        withExtendedLifetime(property) {}
    }

    @Test func aPropertyDoesNotHoldWhatADecoratorHasReplaced() {
        let gone = Counter()
        container.register((any Logging).self, lifetime: .transient) { Logger { gone.increment() } }
        container.decorate((any Logging).self) { _ in Logger("other") }
        let property = Dependency<any Logging>(container: container)
        #expect(property().label == "other")
        #expect(property() === property())
        #expect(gone.count == 1)
    }

    @Test func removingADecoratorLetsGoOfItsDecorationsOfValues() {
        let gone = Counter()
        container.register((any Logging).self, taking: Int.self, lifetime: .cached) { Logger("\($0)") }
        weak var captured: Logger?
        do {
            let held = Logger("held")
            captured = held
            let token = container.decorate((any Logging).self, taking: Int.self) { below in
                _ = held
                return Layer(below, gone)
            }
            #expect(container.resolve((any Logging).self, with: 1).label == "(1)")
            container.remove(token)
        }
        #expect(gone.count == 1)
        #expect(captured == nil)
        #expect(container.resolve((any Logging).self, with: 1).label == "1")
    }

    @Test func overwritingAChildsDecoratorLeavesNothingInTheParent() {
        container.register((any Logging).self) { Logger() }
        weak var token: AnyServiceRegistration?
        do {
            let child = DependencyContainer(parent: container)
            token = child.decorate((any Logging).self) { Layer($0) }
            #expect(child.resolve((any Logging).self).label == "(logger)")
            child.overwriteExistingRegistrations(withService: Logger(), for: (any Logging).self)
        }
        #expect(token == nil)
    }

    // MARK: - Observers

    @Test func aCancelledObserverIsNotHeldByTheValuesOfAnArgument() {
        container.register(String.self, taking: Int.self, lifetime: .cached) { "\($0)" }
        weak var held: Logger?
        let count = Counter()
        do {
            let logger = Logger()
            held = logger
            let observation = container.observe { _ in withExtendedLifetime(logger) { _ = count.increment() } }
            _ = container.resolve(String.self, with: 1)
            observation.cancel()
        }
        #expect(count.count == 2)
        #expect(held == nil)
    }

    @Test func whoObservesTheContainerOfAPerContainerRegistrationIsToldOfChildren() {
        let events = Counter()
        container.register(String.self, lifetime: .perContainer) { "s" }
        let observation = container.observe { _ in events.increment() }
        let child = DependencyContainer(parent: DependencyContainer(parent: container))
        _ = container.resolve(String.self)
        #expect(events.count == 2)
        _ = child.resolve(String.self)
        #expect(events.count == 4)
        observation.cancel()
        _ = child.resolve(String.self)
        #expect(events.count == 4)
    }

    @Test func anEventTellsDefaultsAndDepths() {
        container.register(Logger.self, lifetime: .perContainer) { Logger() }
        container.decorate(Logger.self) { $0 }
        let child = DependencyContainer(parent: container)
        let seen = Shared<[String]>([])
        let observation = container.observe { event in
            seen.change { $0.append("\(event.registration.depth) \(event.registration.isDefault)") }
        }
        _ = child.resolve(Logger.self)
        observation.cancel()
        #expect(seen.value == ["1 false", "1 false", "0 false", "0 false"])
    }

    private protocol Thing: Sendable {}
    private struct Value: Thing {}

    @Test func aCreationWhoseInstanceIsNoObjectHasFailedForObservers() {
        container.register((any Thing).self, lifetime: .weak) { Value() }
        let kinds = Shared<[ResolutionEvent.Kind]>([])
        let observation = container.observe { event in kinds.change { $0.append(event.kind) } }
        #expect(throws: DependencyError.self) { try container.resolving((any Thing).self) }
        #expect(kinds.value == [.creationBegan, .creationFailed])
        observation.cancel()
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func anObserverOfTheEndOfACreationMayAskForTheService(_ lifetime: Lifetime) {
        let container = container
        container.register(Logger.self, lifetime: lifetime) { Logger("log") }
        let labels = Shared<[String]>([])
        let observation = container.observe { event in
            guard event.kind == .creationEnded else { return }
            let label = (try? container.resolving(Logger.self).label) ?? "none"
            labels.change { $0.append(label) }
        }
        _ = container.resolve(Logger.self)
        observation.cancel()
        #expect(labels.value == ["log"])
    }

    // MARK: - The end of a container

    @Test(arguments: [Lifetime.eager])
    func aDeinitFindsWhatIsKeptWhileItsContainerGoes(_ lifetime: Lifetime) {
        final class Closing: Sendable {
            let log = Dependency<String>()
            let end: @Sendable (String) -> Void
            init(_ end: @escaping @Sendable (String) -> Void) { self.end = end }
            deinit { end(log()) }
        }
        let texts = Shared<[String]>([])
        do {
            let container = DependencyContainer()
            container.register(String.self, lifetime: lifetime) { "log" }
            container.register(Closing.self) { Closing { text in texts.change { $0.append(text) } } }
            withExtendedLifetime(container) { _ = container.resolve(Closing.self) }
        }
        #expect(texts.value == ["log"])
    }
}

extension DependencyKeys {
    fileprivate var transaction: DependencyKey<Logger> { .init(lifetime: .graph) { Logger("transaction") } }
    fileprivate var required: DependencyKey<any Logging> { .required() }
}

/// Typed keys and the rest.
@Suite struct TypedKeyInterplayTests {
    private final class Part: Sendable {
        let transaction = Dependency<Logger>(\.transaction)
    }

    private struct Whole: Sendable {
        let left = Part()
        let right = Part()
    }

    @Test func propertiesOfAGraphKeyShareAlsoTheFirstTime() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Whole.self, lifetime: .transient) { Whole() }
            let whole = container.resolve(Whole.self)
            if whole.left.transaction() !== whole.right.transaction() { exit(3) }
        }
    }

    @Test func theCureOfAMissingRequiredKeyCures() throws {
        let container = DependencyContainer()
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.required) }
        #expect(
            error.description.contains(
                #"container.register(…, for: \.required)  // the key that is declared at HopoateTests"#
            )
        )
        #expect(error.description.contains(#"MockContainer(YourMock(), for: \.required)"#))
    }

    @Test func theCureOfAMissingServiceIsSwift() throws {
        let container = DependencyContainer()
        let error = try #require(throws: DependencyError.self) {
            try container.resolving(Int.self, with: Logger() as any Logging, named: #"a"b"#)
        }
        #expect(error.description.contains(#"register(Int.self, taking: (any Logging).self, named: "a\"b")"#))
    }
}
