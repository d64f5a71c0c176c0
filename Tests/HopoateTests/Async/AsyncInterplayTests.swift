import Dispatch
import Foundation
import Hopoate
import Testing

/// What asynchronous creations have in common with whatever else goes on: other creations, resets, clocks, actors and objects.
@Suite(.serialized) struct AsyncInterplayTests {
    let container = DependencyContainer()

    private struct A: Sendable {}
    private struct B: Sendable {}
    private struct X: Sendable {}

    private func settle() async { try? await Task.sleep(nanoseconds: 200_000_000) }

    private func error<Service: Sendable>(_ service: Service.Type) -> Task<DependencyError?, Never> {
        Task { [container] in
            await dependencyError { try await container.asyncResolve(service) }
        }
    }

    /// Those who join a creation before it fails have an error of their own, with their own path.
    @Test(arguments: [false, true])
    func theErrorOfAServiceThatTwoNeedStaysTheSameForBoth(_ isMissing: Bool) async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(A.self) { () async throws -> A in
            started.open()
            await finish.wait()
            if isMissing { _ = try DependencyContainer.shared.resolving(B.self) }
            throw SomeError()
        }
        container.register(X.self) { () async throws -> X in
            _ = try await DependencyContainer.shared.asyncResolve(A.self)
            return X()
        }
        let first = error(A.self)
        await started.wait()
        let second = error(X.self)
        await settle()
        finish.open()
        let (a, x) = (try #require(await first.value), try #require(await second.value))
        #expect(a.arrows == (isMissing ? "A → B" : "A"))
        #expect(x.arrows == "X → " + a.arrows)
        #expect(x.underlyingError is SomeError == !isMissing, "\(x)")
        if isMissing { #expect("\(x.reason)" == "\(a.reason)") }
    }

    @Test func anEagerCreationsErrorSaysWhereItWasAskedFor() async throws {
        let (container, finish) = (container, Gate())
        container.register(A.self, lifetime: .eager) { () async throws -> A in
            await finish.wait()
            throw SomeError()
        }
        let line = UInt(#line) + 2
        let asking = Task { () -> DependencyError? in
            await dependencyError { try await container.asyncResolve(A.self) }
        }
        await settle()
        finish.open()
        let error = try #require(await asking.value)
        #expect(error.line == line)
    }

    @Test func whatIsHandedOutIsNotCleanedUpThoughTimePasses() async throws {
        final class Connection: Sendable { let closed = Shared(false) }
        let clock = TestClock()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(
            Connection.self,
            lifetime: .expiring(afterSeconds: 60),
            asyncCreator: { Connection() }
        ).onRemove { $0.closed.value = true }
        // the caller is held up (here: by an observer) for longer than the instance serves
        let observation = container.observe { if $0.kind == .creationEnded { clock.advance(61) } }
        let connection = try await container.asyncResolve(Connection.self)
        #expect(!connection.closed.value)
        observation.cancel()
    }

    @Test func aDecorationThatIsKeptStaysWhenAnotherCreationIsGivenUp() async throws {
        let (container, started, finish, runs) = (container, Gate(), Gate(), Counter())
        let token = container.register(Logger.self) { () async -> Logger in
            let run = runs.increment()
            if run == 1 {
                started.open()
                await finish.wait()
            }
            return Logger("\(run)")
        }
        container.decorate(Logger.self) { Logger("<\($0.label)>") }
        let first = Task { try await container.asyncResolve(Logger.self) }
        await started.wait()
        container.reset(token)
        let second = try await container.asyncResolve(Logger.self)
        #expect(second.label == "<2>")
        #expect(container.resolve(Logger.self) === second)
        finish.open()
        #expect(try await first.value.label == "<1>")
        #expect(container.resolve(Logger.self) === second)
    }

    @Test(arguments: [true, false], [true, false])
    func whatAChildGetsWhileItsParentMakesTheServiceIsNotPassedOver(_ isDecorator: Bool, _ isReset: Bool)
        async throws
    {
        let (container, started, finish) = (container, Gate(), Gate())
        let token = container.register(String.self) { () async -> String in
            started.open()
            await finish.wait()
            return "parent's"
        }
        let child = DependencyContainer(parent: container)
        let asking = Task { try await child.asyncResolve(String.self) }
        await started.wait()
        if isDecorator {
            child.decorate(String.self) { "<\($0)>" }
        } else {
            child.register("child's", for: String.self)
        }
        if isReset { container.reset(token) }
        finish.open()
        #expect(try await asking.value == (isDecorator ? "<parent's>" : "child's"))
    }

    /// Each request warms the cache up, without waiting for that; the cache needs a request of its own.
    @Test(arguments: [true, false]) func aCreationThatHasEndedIsNoPartOfACycle(_ isAwaited: Bool) async throws {
        let (container, begun, ended, isFirst) = (container, Gate(), Gate(), Counter())
        container.register(A.self, lifetime: .transient) { () async -> A in
            if isFirst.increment() == 1 {
                Task { _ = try? await DependencyContainer.shared.asyncResolve(B.self) }
                await begun.wait()
            }
            return A()
        }
        container.register(B.self) { () async throws -> B in
            begun.open()
            await ended.wait()
            if isAwaited {
                _ = try await DependencyContainer.shared.asyncResolve(A.self)
            } else {
                _ = try DependencyContainer.shared.resolving(A.self)
            }
            return B()
        }
        _ = try await container.asyncResolve(A.self)
        let asking = error(B.self)
        await settle()
        ended.open()
        let error = await asking.value
        #expect(error.map { "\($0.reason)" } == (isAwaited ? nil : "needsAwait"))
    }

    @Test(arguments: [true, false]) func asyncResolveBlocksNeitherThePoolNorTheMainActor(_ isMain: Bool) async {
        let container = container
        let (begun, passed) = (DispatchSemaphore(value: 0), Shared<Bool?>(nil))
        container.register(Logger.self) {
            begun.signal()
            Thread.sleep(forTimeInterval: 0.5)  // until the others wait
            let done = DispatchSemaphore(value: 0)
            if isMain { Task.detached { @MainActor in done.signal() } } else { Task.detached { done.signal() } }
            passed.value = done.wait(timeout: .now() + 300) == .success
            return Logger()
        }
        Thread { _ = container.resolve(Logger.self) }.start()
        await onThread { begun.wait() }
        if isMain {
            await Task { @MainActor in _ = try? await container.asyncResolve(Logger.self) }.value
        } else {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 { group.addTask { _ = try? await container.asyncResolve(Logger.self) } }
            }
        }
        #expect(passed.value == true)
    }

    @Test func anObjectKeepsItsContainerThoughACreationHasEndedMeanwhile() async throws {
        final class Reader { @Dependency var logger: Logger; init() {} }
        let reader = Shared<UncheckedBox<Reader>?>(nil)
        weak var weakContainer: DependencyContainer?
        do {
            let own = DependencyContainer()
            weakContainer = own
            let (begun, outerEnded, task) = (Gate(), Gate(), Shared<Task<Void, any Error>?>(nil))
            own.register(Logger("the one"), for: Logger.self)
            own.register(Reader.self, lifetime: .transient) { () async -> Reader in
                begun.open()
                await outerEnded.wait()
                return Reader()
            }
            own.register(A.self) { () async -> A in
                task.value = Task {
                    reader.value = UncheckedBox(try await DependencyContainer.shared.asyncResolve(Reader.self))
                }
                await begun.wait()
                return A()
            }
            _ = try await own.asyncResolve(A.self)
            await settle()
            outerEnded.open()
            try await task.value?.value
            task.value = nil
        }
        await settle()
        #expect(reader.value != nil)
        #expect(weakContainer != nil)  // else `reader.logger` traps
    }

    @Test(arguments: [true, false])
    func observersAreToldOfACreationOnceAndGetACycleIfTheyAskForIt(_ isAsync: Bool) async throws {
        let (container, kinds, reasons) = (container, Shared<[ResolutionEvent.Kind]>([]), Shared<[String]>([]))
        if isAsync { container.register(Int.self, asyncCreator: { 1 }) } else { container.register(Int.self) { 1 } }
        let observation = container.observe { event in
            kinds.change { $0.append(event.kind) }
            guard event.kind == .creationBegan else { return }
            guard let error = dependencyError({ try container.resolving(Int.self) }) else { return }
            reasons.change { $0.append("\(error.reason)") }
        }
        _ = try await container.asyncResolve(Int.self)
        #expect(kinds.value == [.creationBegan, .creationEnded])
        #expect(reasons.value == ["cycle"])
        observation.cancel()
    }

    @Test(arguments: [3, 100]) func whatHasEndedIsNotHeldByWhatItHasStarted(_ count: Int) async throws {
        let (container, last, begun) = (container, Gate(), (0..<count).map { _ in Gate() })
        weak var first: AnyServiceRegistration?
        for page in 0..<count {
            let token = container.register(Int.self, named: "\(page)") { () async -> Int in
                begun[page].open()
                if page == count - 1 {
                    await last.wait()
                } else {
                    // Each page has the next one loaded ahead.
                    Task { _ = try await DependencyContainer.shared.asyncResolve(Int.self, named: "\(page + 1)") }
                    await begun[page + 1].wait()
                }
                return page
            }
            if page == 0 { first = token }
        }
        _ = try await container.asyncResolve(Int.self, named: "0")
        await begun[count - 1].wait()
        await settle()
        container.reset()
        // Tasks that have ended let go of it when they come to it.
        await eventually(first == nil)
        #expect(first == nil)
        last.open()
        await settle()
    }

    @Test(arguments: [true, false]) func noTaskHoldsAContainerAfterThoseThatAwaitedIt(_ isFailing: Bool) async {
        for _ in 0..<1_000 {
            weak var container: DependencyContainer?
            do {
                let asked = DependencyContainer()
                container = asked
                asked.register(Int.self) { () async throws -> Int in
                    await Task.yield()
                    if isFailing { throw SomeError() }
                    return 1
                }
                let number = try? await asked.asyncResolve(Int.self)
                #expect(number == (isFailing ? nil : 1))
            }
            #expect(container == nil)
            if container != nil { return }
        }
    }
}

final class UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
