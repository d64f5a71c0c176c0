import Foundation
import Testing

@testable import Hopoate

@globalActor private actor Press {
    static let shared = Press()
}

private final class Layer: Logging {
    let below: any Logging
    init(_ below: any Logging) { self.below = below }
    var label: String { "(\(below.label))" }
}

/// What users' code does while a creation, a sweep, a removal or a fork is under way.
@Suite struct InterferenceTests {
    let container = DependencyContainer()

    @Test func aDecorationOfWhatAScopeHasLetGoOfMeanwhileIsNotKept() {
        let (scope, gone) = (DependencyScope(), Counter())
        container.register((any Logging).self, lifetime: .scoped(scope)) { Logger { gone.increment() } }
        container.decorate((any Logging).self) { below in
            scope.reset()
            return Layer(below)
        }
        _ = container.resolve((any Logging).self)
        #expect(gone.count == 1)
    }

    @Test func aDecorationOfWhatIsRemovedMeanwhileIsNotKept() {
        let container = container
        let (token, gone) = (Shared<AnyServiceRegistration?>(nil), Counter())
        token.value = container.register((any Logging).self) { Logger { gone.increment() } }
        container.decorate((any Logging).self) { below in
            token.value.map(container.remove)
            return Layer(below)
        }
        _ = container.resolve((any Logging).self)
        #expect(gone.count == 1)
    }

    @Test func anExpiredInstanceTakesItsDecorationAlongAlsoIfTheNextFails() throws {
        let (clock, gone, made) = (TestClock(), Counter(), Counter())
        container.register(clock, for: (any ExpirationClock).self)
        container.register((any Logging).self, lifetime: .expiring(afterSeconds: 1)) {
            if made.increment() > 1 { throw SomeError() }
            return Logger { gone.increment() }
        }
        container.decorate((any Logging).self) { Layer($0) }
        _ = container.resolve((any Logging).self)
        clock.seconds.value = 2
        #expect(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        #expect(gone.count == 1)
    }

    @Test func aPropertyDoesNotKeepWhatItsScopeHasNotKept() {
        let (container, scope, made) = (container, DependencyScope(), Counter())
        container.register(Int.self, lifetime: .scoped(scope)) {
            let number = made.increment()
            if number == 1 { scope.reset() }
            return number
        }
        @Dependency(container: container) var number: Int
        #expect(number == 1)
        #expect(container.resolve(Int.self) == 2)
        #expect(number == 2)
    }

    @Test func aPropertyDoesNotKeepWhatAResetTokenHasNotKept() {
        let (container, token, made) = (container, Shared<AnyServiceRegistration?>(nil), Counter())
        token.value = container.register(Int.self) {
            let number = made.increment()
            if number == 1 { token.value.map(container.reset) }
            return number
        }
        @Dependency(container: container) var number: Int
        #expect(number == 1)
        #expect(container.resolve(Int.self) == 2)
        #expect(number == 2)
    }

    @Test func aPropertyFollowsAParentsNameThatComesBack() {
        let child = DependencyContainer(parent: container)
        let token = container.register(String.self, named: "n", lifetime: .transient) { "old" }
        @Dependency(named: "n", container: child) var text: String
        #expect(text == "old")
        container.remove(token)
        for number in 0..<100 { container.remove(container.register("x", for: String.self, named: "\(number)")) }
        container.register(String.self, named: "n", lifetime: .transient) { "new" }
        #expect(container.resolve(String.self, named: "n") == "new")
        #expect(child.resolve(String.self, named: "n") == "new")
        #expect(text == "new")
    }

    @Test func anObserverThatResolvesWhatItIsToldOfDoesNotOverflow() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Logger("log"), for: Logger.self)
            container.register("text", for: String.self)
            let observation = container.observe { _ in _ = try? container.resolving(Logger.self).label }
            _ = container.resolve(String.self)
            withExtendedLifetime(observation) {}
        }
    }

    private final class Document: Hashable, Sendable {
        let (id, version): (Int, Int)
        let logger: Logger
        init(_ id: Int, _ version: Int, _ logger: Logger) {
            (self.id, self.version, self.logger) = (id, version, logger)
        }
        static func == (left: Document, right: Document) -> Bool {
            left.id == right.id && left.version == right.version
        }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test func valuesOfOneHashAreSweptAwayToo() {
        let gone = Counter()
        container.register(Logger.self, taking: Document.self, lifetime: .weak) { Logger("\($0.version)") }
        for version in 0..<1000 {
            _ = container.resolve(Logger.self, with: Document(1, version, Logger { gone.increment() }))
        }
        #expect(gone.count > 800)
    }

    private struct FlagsModule: DependencyModule {
        let flags: Set<String>
        func register(in container: DependencyContainer) {}
    }

    @Test func aModuleWithAnEqualSetIsTheSameModule() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            for _ in 0..<20 { container.install(FlagsModule(flags: Set((0..<20).map { "flag \($0)" }))) }
        }
    }

    @Test func anErrorIsNotHeldWeakly() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register((any Error).self, lifetime: .weak) { SomeError() }
        }
        #expect(try trapMessage(result).contains("cannot be registered with the lifetime `weak`"))
    }

    private struct Hooked: Hashable, Sendable {
        let (group, number): (Int, Int)
        var onCompare: @Sendable () -> Void = {}
        static func == (left: Hooked, right: Hooked) -> Bool {
            left.onCompare()
            right.onCompare()
            return left.group == right.group && left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(group) }
    }

    @Test func aValueHasOneStackAlsoWhenAnotherIsSweptAwayMeanwhile() {
        let (container, held, comparisons) = (container, Shared<[Logger]>([]), Counter())
        container.register(Logger.self, taking: Hooked.self, lifetime: .weak) { Logger("\($0.number)") }
        // All idle: 15 hashes.
        for group in 0..<15 { _ = container.resolve(Logger.self, with: Hooked(group: group, number: 0)) }
        let value = Hooked(group: 0, number: 1) {
            guard comparisons.increment() == 3 else { return }
            _ = container.resolve(Logger.self, with: Hooked(group: 100, number: 0))
            _ = container.resolve(Logger.self, with: Hooked(group: 101, number: 0))
            let other = container.resolve(Logger.self, with: Hooked(group: 0, number: 1))
            held.change { $0.append(other) }
        }
        let logger = container.resolve(Logger.self, with: value)
        #expect(held.value.count == 1)
        #expect(held.value.first === logger)
    }

    private final class Handler: Sendable {
        let log: OptionalDependency<Logger>
        init(_ container: DependencyContainer) { log = OptionalDependency(container: container) }
        deinit { _ = log()?.label }
    }

    @Test(.disabled(if: isSanitized)) func everNewArgumentsOverManyServicesAreReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            for index in 0..<10 {
                container.register(Int.self, taking: Int.self, named: "\(index)") { argument in
                    try DependencyContainer.shared.resolving(Int.self, with: argument + 1, named: "\((index + 1) % 10)")
                }
            }
            let isError = onSmallStack {
                do {
                    _ = try container.resolving(Int.self, with: 0, named: "0")
                    return false
                } catch {
                    if case .cycle? = (error as? DependencyError)?.reason { return true }
                    return false
                }
            }
            if isError != true { exit(3) }
        }
    }

    @Test func aPropertyOfAChildsDecorationDoesNotKeepWhatTheParentHasLetGoOf() {
        let (container, token, made, decorated) = (
            container, Shared<AnyServiceRegistration?>(nil), Counter(), Counter()
        )
        token.value = container.register(Int.self) { made.increment() }
        let child = DependencyContainer(parent: container)
        child.decorate(Int.self) { number in
            if decorated.increment() == 1 { token.value.map(container.reset) }
            return number * 10
        }
        @Dependency(container: child) var number: Int
        #expect(number == 10)
        #expect(child.resolve(Int.self) == 20)
        #expect(number == 20)
    }

    @Test func aThreadMayAskForAValueWhileTheExpiredOneIsCleanedUp() async {
        let (isOver, answered) = (Shared(false), Shared<Bool?>(nil))
        _ = await onThread {
            onThreads(1) { _ in
                let (container, clock) = (DependencyContainer(), TestClock())
                container.register(clock, for: (any ExpirationClock).self)
                container.register(Logger.self, taking: Int.self, lifetime: .expiring(afterSeconds: 1)) { number in
                    Logger("\(number)") {
                        if isOver.value { return }
                        isOver.value = true
                        // Waits for a thread that asks for the service, but not for ever.
                        answered.value = onThreads(1, within: 60) { _ in
                            _ = container.resolve(Logger.self, with: number)
                        }
                    }
                }
                for number in 0..<16 { _ = container.resolve(Logger.self, with: number) }
                clock.seconds.value = 5
                for number in 100..<120 { _ = container.resolve(Logger.self, with: number) }
                isOver.value = true
            }
        }
        #expect(answered.value == true)
    }

    private final class Half: DependencyModule, Sendable {
        let fork = Shared<DependencyContainer?>(nil)
        func register(in container: DependencyContainer) {
            container.contribute(to: String.self) { "first" }
            if fork.value == nil { fork.value = container.fork() }
            container.contribute(to: String.self) { "second" }
        }
    }

    @Test func whatIsMadeFromAnArgumentMayBelongToTwoActors() async {
        let container = container
        let made = Counter()
        container.register(String.self, taking: Int.self) { @MainActor number in
            if made.increment() > 1000 { throw SomeError(text: "made again and again") }
            return "\(number)"
        }
        container.decorate(String.self, taking: Int.self) { @Press text in "(\(text))" }
        let text = await inTime { try? await container.asyncResolve(String.self, with: 1) }
        #expect(text == "(1)")
        #expect(made.count == 1)
    }

    @Test func aDecoratorOfAnActorDoesNotMakeWhatItDecoratesTwice() async {
        let container = container
        let made = Counter()
        container.register(String.self, taking: Int.self) { number in
            made.increment()
            return "\(number)"
        }
        container.decorate(String.self, taking: Int.self) { @Press text in "(\(text))" }
        let text = await inTime { try? await container.asyncResolve(String.self, with: 1) }
        #expect(text == "(1)")
        #expect(made.count == 1)
    }

    @Test func whatIsSweptAwayMayAskForItsOwnValue() async {
        let ended = await onThread {
            onThreads(1) { _ in
                let container = DependencyContainer()
                let clock = TestClock()
                container.register(clock, for: (any ExpirationClock).self)
                let isOver = Shared(false)
                container.register(Logger.self, taking: Int.self, lifetime: .expiring(afterSeconds: 1)) { number in
                    Logger("\(number)") {
                        if isOver.value { return }
                        isOver.value = true
                        _ = container.resolve(Logger.self, with: number)
                    }
                }
                for number in 0..<16 { _ = container.resolve(Logger.self, with: number) }
                clock.seconds.value = 5
                for number in 100..<120 { _ = container.resolve(Logger.self, with: number) }
                if !isOver.value { fatalError("nothing was swept") }
                isOver.value = true
            }
        }
        #expect(ended)
    }
}
