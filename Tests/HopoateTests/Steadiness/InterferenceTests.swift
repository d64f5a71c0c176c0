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

/// What users' code does while a creation, a sweep, a removal or a reset is under way.
@Suite struct InterferenceTests {
    let container = DependencyContainer()

    /// What ends an instance while it is made or decorated: its scope, its token, or its removal.
    @Test(arguments: ["scope", "reset", "remove"], [false, true])
    func whatIsLetGoOfMeanwhileIsKeptByNobody(_ way: String, _ isDecorated: Bool) {
        let (container, scope, gone, made) = (container, DependencyScope(), Counter(), Counter())
        let token = Shared<AnyServiceRegistration?>(nil)
        let letGo: @Sendable () -> Void = {
            switch way {
            case "scope": scope.reset()
            case "reset": token.value.map(container.reset)
            default: token.value.map(container.remove)
            }
        }
        container.register(Logger("older"), for: (any Logging).self)
        token.value = container.register((any Logging).self, lifetime: .scoped(scope)) {
            if made.increment() == 1, !isDecorated { letGo() }
            return Logger("\(made.count)") { gone.increment() }
        }
        if isDecorated {
            container.decorate((any Logging).self) { below in
                if below.label == "1" { letGo() }
                return Layer(below)
            }
        }
        let property = Dependency<any Logging>(container: container)
        #expect(property().label.contains("1"))
        let next = container.resolve((any Logging).self).label
        #expect(next.contains(way == "remove" ? "older" : "2"))
        #expect(property().label == next)
        #expect(gone.count == 1)
    }

    // MARK: - Expiring

    @Test(arguments: ["onRemove", "deinit"]) func theEndOfAnExpiredInstanceMayAskForTheNext(_ way: String) {
        let (container, clock, made) = (container, TestClock(), Counter())
        let got = Shared<[String]>([])
        let ask: @Sendable () -> Void = {
            let next = (try? container.resolving(Logger.self).label) ?? "none"
            got.change { $0.append(next) }
        }
        container.register(clock, for: (any ExpirationClock).self)
        let token = container.register(Logger.self, lifetime: .expiring(afterSeconds: 1)) {
            let number = made.increment()
            return Logger("\(number)") { if way == "deinit", number == 1 { ask() } }
        }
        if way == "onRemove" { token.onRemove { _ in ask() } }
        _ = container.resolve(Logger.self)
        clock.advance(2)
        #expect(container.resolve(Logger.self).label == "2")
        #expect(got.value == ["2"])
        container.reset()
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
        clock.advance(2)
        #expect(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        #expect(gone.count == 1)
    }

    /// On this thread and on another one.
    @Test(arguments: [1, 2]) func whatIsSweptAwayMayAskForItsOwnValue(_ threads: Int) {
        let (container, clock, isOver) = (DependencyContainer(), TestClock(), Shared(false))
        let answered = Shared<Bool?>(nil)
        let ended = onThreads(1) { _ in
            container.register(clock, for: (any ExpirationClock).self)
            container.register(Logger.self, taking: Int.self, lifetime: .expiring(afterSeconds: 1)) { number in
                Logger("\(number)") {
                    if isOver.value { return }
                    isOver.value = true
                    let ask: @Sendable (Int) -> Void = { _ in _ = container.resolve(Logger.self, with: number) }
                    if threads == 1 { ask(0) }
                    answered.value = threads == 1 || onThreads(1, within: 60, ask)
                }
            }
            for number in 0..<16 { _ = container.resolve(Logger.self, with: number) }
            clock.advance(5)
            for number in 100..<120 { _ = container.resolve(Logger.self, with: number) }
            isOver.value = true
        }
        #expect(ended)
        #expect(answered.value == true)
        container.reset()
    }

    // MARK: - Arguments

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

    // MARK: - Scopes

    @Test func aResetThatReturnsHasEndedTheInstancesAlsoIfAnotherThreadResetsToo() async {
        let (container, scope, made) = (container, DependencyScope(), Counter())
        let (began, finish) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(Int.self, lifetime: .scoped(scope)) { made.increment() }
        container.register(String.self, lifetime: .scoped(scope)) { "session" }.onRemove { _ in
            began.signal()
            finish.wait()
        }
        _ = (container.resolve(Int.self), container.resolve(String.self))
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
        let (container, scope, made) = (container, DependencyScope(), Counter())
        let token = container.register(Int.self, lifetime: .scoped(scope)) { made.increment() }
        container.register(String.self, lifetime: .scoped(scope)) { "session" }.onRemove { _ in
            container.reset(token)
            #expect(container.resolve(Int.self) == 2)
        }
        _ = (container.resolve(Int.self), container.resolve(String.self))
        scope.reset()
        #expect(container.resolve(Int.self) == 2)
        container.reset()
    }

    // MARK: - Actors

    @Test(arguments: [Lifetime.transient, .weak])
    func aServiceAndItsClockMayBelongToTwoActors(_ lifetime: Lifetime) async {
        let (container, readings) = (container, Counter())
        container.register((any ExpirationClock).self, lifetime: lifetime) { @MainActor in
            readings.increment()
            return TestClock()
        }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60)) { @Press in 1 }
        await #expect(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        #expect(readings.count < 200)
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

    @Test(arguments: [false, true]) func whatIsMadeFromAnArgumentMayBelongToTwoActors(_ isMain: Bool) async {
        let (container, made) = (container, Counter())
        if isMain {
            container.register(String.self, taking: Int.self) { @MainActor number in
                if made.increment() > 1000 { throw SomeError(text: "made again and again") }
                return "\(number)"
            }
        } else {
            container.register(String.self, taking: Int.self) { "\($0 + made.increment() - 1)" }
        }
        container.decorate(String.self, taking: Int.self) { @Press text in "(\(text))" }
        let text = await inTime { try? await container.asyncResolve(String.self, with: 1) }
        #expect(text == "(1)")
        #expect(made.count == 1)
    }

    // MARK: - Threads

    /// A thread that has waited may still be asleep when the one that it waited for asks for what it makes.
    @Test func threadsThatWaitForOneAnotherInTurnAreNoCycle() {
        let (container, errors) = (container, Counter())
        container.register(Logger("base"), for: Logger.self)
        let haveEnded = onThreads(3) { _ in
            for _ in 0..<500 {
                let inner = container.register(Logger.self) {
                    sched_yield()
                    return Logger()
                }
                let outer = container.register((any Logging).self) { resolve(Logger.self) }
                do { _ = (try container.resolving(Logger.self), try container.resolving((any Logging).self)) } catch {
                    errors.increment()
                }
                container.remove(outer)
                container.remove(inner)
                do { _ = try container.resolving(Logger.self) } catch {}
            }
        }
        #expect(haveEnded)
        #expect(errors.count == 0)
    }
}
