import Dispatch
import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

/// What asynchronous creations have in common with whatever else goes on: other creations, resets, clocks, actors and objects.
@Suite(.serialized) struct AsyncInterplayTests {
    let container = DependencyContainer()

    private struct A: Sendable {}
    private struct B: Sendable {}
    private struct X: Sendable {}
    private struct Y: Sendable {}

    private func settle() async { try? await Task.sleep(nanoseconds: 200_000_000) }

    private func error<Service: Sendable>(_ service: Service.Type) -> Task<DependencyError?, Never> {
        Task { [container] in
            await dependencyError { try await container.asyncResolve(service) }
        }
    }

    private func registerNeedingA<Service: Sendable>(_ make: @escaping @Sendable () -> Service) {
        container.register(Service.self) { () async throws -> Service in
            _ = try await DependencyContainer.shared.asyncResolve(A.self)
            return make()
        }
    }

    /// The errors of a service whose creation begins, and of one that joins it before it fails.
    private func errors<First: Sendable, Second: Sendable>(
        _ first: First.Type,
        _ second: Second.Type,
        joiningWhen started: Gate,
        endingWith finish: Gate
    ) async throws -> (DependencyError, DependencyError) {
        let first = error(first)
        await started.wait()
        let second = error(second)
        await settle()
        finish.open()
        return (try #require(await first.value), try #require(await second.value))
    }

    @globalActor actor Mint { static let shared = Mint() }

    @Test func theErrorOfAServiceThatTwoNeedStaysTheSameForBoth() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(A.self) { () async throws -> A in
            started.open()
            await finish.wait()
            throw SomeError()
        }
        registerNeedingA { X() }
        registerNeedingA { Y() }
        let (x, y) = try await errors(X.self, Y.self, joiningWhen: started, endingWith: finish)
        #expect(x.path.map { "\($0.service)" } == ["X", "A"])
        #expect(x.underlyingError is SomeError)
        #expect(y.path.map { "\($0.service)" } == ["Y", "A"])
        #expect(y.underlyingError is SomeError, "\(y)")
    }

    @Test func aMissingServiceIsMissingForWhoJoinsToo() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(A.self) { () async throws -> A in
            started.open()
            await finish.wait()
            _ = try DependencyContainer.shared.resolving(B.self)
            return A()
        }
        registerNeedingA { X() }
        let (a, x) = try await errors(A.self, X.self, joiningWhen: started, endingWith: finish)
        guard case .missing = a.reason else { return #expect("\(a.reason)" == "missing") }
        #expect(x.path.map { "\($0.service)" } == ["X", "A", "B"])
        guard case .missing = x.reason else { Issue.record("\(x)"); return }
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

    @Test(arguments: [true, false]) func whatIsHandedOutHasNotBeenCleanedUp(_ isAsync: Bool) async throws {
        final class Connection: Sendable { let closed = Shared(false) }
        let lifetime = Lifetime.expiring(afterSeconds: 0)
        if isAsync {
            container.register(
                Connection.self,
                lifetime: lifetime,
                asyncCreator: { Connection() }
            ).onRemove { $0.closed.value = true }
        } else {
            container.register(
                Connection.self,
                lifetime: lifetime,
                creator: { Connection() }
            ).onRemove { $0.closed.value = true }
        }
        let connection = try await container.asyncResolve(Connection.self)
        #expect(!connection.closed.value)
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

    @Test(arguments: [true, false]) func aDecoratorSharesTheGraphOfWhatItDecorates(_ isAsync: Bool) async throws {
        final class Screen: Sendable {
            let transactions: [Logger]
            init(_ transactions: [Logger]) { self.transactions = transactions }
        }
        let made = Counter()
        container.register(Logger.self, lifetime: .graph) { Logger("\(made.increment())") }
        if isAsync {
            container.register(Screen.self, lifetime: .transient) { () async throws -> Screen in
                Screen([try DependencyContainer.shared.resolving(Logger.self)])
            }
        } else {
            container.register(Screen.self, lifetime: .transient) { Screen([resolve(Logger.self)]) }
        }
        container.decorate(Screen.self) { Screen($0.transactions + [resolve(Logger.self)]) }
        let screen = try await container.asyncResolve(Screen.self)
        #expect(screen.transactions[0] === screen.transactions[1])
        #expect(made.count == 1)
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

    @Test func aDecorationStaysAlsoWithThreadsAndAScope() async throws {
        let (container, runs, scope) = (container, Counter(), DependencyScope())
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(Logger.self, lifetime: .scoped(scope)) {
            let run = runs.increment()
            if run == 1 {
                begun.signal()
                mayEnd.wait()
            }
            return Logger("\(run)")
        }
        container.decorate(Logger.self) { Logger("<\($0.label)>") }
        let second = Shared<Logger?>(nil)
        onThreads(2) { thread in
            if thread == 0 {
                #expect(container.resolve(Logger.self).label == "<1>")
            } else {
                begun.wait()
                scope.reset()
                second.value = container.resolve(Logger.self)
                #expect(second.value?.label == "<2>")
                #expect(container.resolve(Logger.self) === second.value)
                mayEnd.signal()
            }
        }
        #expect(container.resolve(Logger.self) === second.value)
    }

    @Test(arguments: [true, false]) func aChildsNewerRegistrationWinsAlsoIfTheParentsIsReset(_ isReset: Bool)
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
        child.register("child's", for: String.self)
        if isReset { container.reset(token) }
        finish.open()
        #expect(try await asking.value == "child's")
    }

    @Test func aChildsNewerDecoratorIsNotPassedOver() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        let token = container.register(String.self) { () async -> String in
            started.open()
            await finish.wait()
            return "parent's"
        }
        let child = DependencyContainer(parent: container)
        let asking = Task { try await child.asyncResolve(String.self) }
        await started.wait()
        child.decorate(String.self) { "<\($0)>" }
        container.reset(token)
        finish.open()
        #expect(try await asking.value == "<parent's>")
    }

    @Test func aCreationThatHasEndedIsNoPartOfACycle() async throws {
        let (container, begun, ended, isFirst) = (container, Gate(), Gate(), Counter())
        // Each request warms the cache up, without waiting for that; the cache needs a request of its own.
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
            _ = try await DependencyContainer.shared.asyncResolve(A.self)
            return B()
        }
        _ = try await container.asyncResolve(A.self)
        // A's creation is over.
        let asking = Task { () -> String in
            await dependencyError { try await container.asyncResolve(B.self) }?.description ?? "fine"
        }
        await settle()
        ended.open()
        #expect(await asking.value == "fine")
    }

    @Test func noWarningOfACycleWhereOnlyAnAwaitIsMissing() async throws {
        let (container, begun, ended) = (container, Gate(), Gate())
        container.register(A.self, lifetime: .transient) { () async -> A in
            Task { _ = try? await DependencyContainer.shared.asyncResolve(B.self) }
            await begun.wait()
            return A()
        }
        container.register(B.self) { () async throws -> B in
            begun.open()
            await ended.wait()
            _ = try DependencyContainer.shared.resolving(A.self)
            return B()
        }
        _ = try await container.asyncResolve(A.self)
        let asking = Task { () -> String in
            let error = await dependencyError { try await container.asyncResolve(B.self) }
            return error.map { "\($0.reason)" } ?? "fine"
        }
        await settle()
        ended.open()
        #expect(await asking.value == "needsAwait")
    }

    @Test(arguments: [true, false]) func aCreationThatOutlivesTheOneAroundItSharesItsGraph(_ isWithin: Bool)
        async throws
    {
        struct Transaction: Sendable { let number: Int }
        struct Pair: Sendable { let first: Int; let second: Int }
        let (container, made, begun, outerEnded) = (container, Counter(), Gate(), Gate())
        container.register(Transaction.self, lifetime: .graph) { Transaction(number: made.increment()) }
        container.register(Pair.self) { () async throws -> Pair in
            begun.open()
            await outerEnded.wait()
            let shared = DependencyContainer.shared
            return Pair(
                first: try shared.resolving(Transaction.self).number,
                second: try shared.resolving(Transaction.self).number
            )
        }
        container.register(X.self) { () async -> X in
            Task { _ = try await DependencyContainer.shared.asyncResolve(Pair.self) }
            await begun.wait()
            return X()
        }
        if isWithin { _ = try await container.asyncResolve(X.self) }
        let asking = Task { try await container.asyncResolve(Pair.self) }
        await settle()
        outerEnded.open()
        let pair = try await asking.value
        #expect(pair.first == pair.second)
    }

    @Test func asyncResolveDoesNotBlockThePool() async throws {
        let (container, waiting) = (container, Counter())
        let (begun, passed) = (DispatchSemaphore(value: 0), Shared<Bool?>(nil))
        container.register(Logger.self) {
            begun.signal()
            Thread.sleep(forTimeInterval: 0.5)  // until the others wait
            let done = DispatchSemaphore(value: 0)
            Task.detached { done.signal() }
            passed.value = done.wait(timeout: .now() + 300) == .success
            return Logger()
        }
        Thread { _ = container.resolve(Logger.self) }.start()
        await onThread { begun.wait() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    waiting.increment()
                    _ = try? await container.asyncResolve(Logger.self)
                }
            }
        }
        #expect(passed.value == true)
    }

    @Test(arguments: [true, false]) func oneResolutionIsToldOfOnce(_ isAsync: Bool) async throws {
        let kinds = Shared<[ResolutionEvent.Kind]>([])
        if isAsync { container.register(Int.self, asyncCreator: { 1 }) } else { container.register(Int.self) { 1 } }
        let observation = container.observe { event in kinds.change { $0.append(event.kind) } }
        _ = try await container.asyncResolve(Int.self)
        #expect(kinds.value == [.creationBegan, .creationEnded])
        observation.cancel()
    }

    @Test func anUnkeptInstanceIsMadeOnceThoughItsDecoratorGoes() async throws {
        let (container, runs, token) = (container, Counter(), Shared<AnyServiceRegistration?>(nil))
        container.register(Int.self, lifetime: .transient) { () async -> Int in
            if let token = token.value.self { container.remove(token) }
            return runs.increment()
        }
        token.value = container.decorate(Int.self) { $0 * 10 }
        _ = try await container.asyncResolve(Int.self)
        #expect(runs.count == 1)
    }

    @Test func asyncResolveDoesNotBlockTheMainActor() async throws {
        let container = container
        let (begun, passed) = (DispatchSemaphore(value: 0), Shared<Bool?>(nil))
        container.register(Logger.self) {
            begun.signal()
            Thread.sleep(forTimeInterval: 0.5)  // until the main actor waits
            let done = DispatchSemaphore(value: 0)
            Task.detached { @MainActor in done.signal() }
            passed.value = done.wait(timeout: .now() + 300) == .success
            return Logger()
        }
        Thread { _ = container.resolve(Logger.self) }.start()
        await onThread { begun.wait() }
        let task = Task { @MainActor in _ = try? await container.asyncResolve(Logger.self) }
        await task.value
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

    @Test(arguments: [true, false]) func anObserverThatResolvesWhatItIsToldOfGetsACycle(_ isAsync: Bool) async throws {
        let (container, reasons) = (container, Shared<[String]>([]))
        if isAsync { container.register(Int.self, asyncCreator: { 1 }) } else { container.register(Int.self) { 1 } }
        let observation = container.observe { event in
            guard event.kind == .creationBegan else { return }
            guard let error = dependencyError({ try container.resolving(Int.self) }) else { return }
            reasons.change { $0.append("\(error.reason)") }
        }
        _ = try await container.asyncResolve(Int.self)
        #expect(reasons.value == ["cycle"])
        observation.cancel()
    }

    @Test(arguments: [true, false]) func aTracerPrintsOneTreeForOneResolution(_ isAsync: Bool) async throws {
        let trees = Shared<[String]>([])
        if isAsync { container.register(Int.self, asyncCreator: { 1 }) } else { container.register(Int.self) { 1 } }
        let tracer = ResolutionTracer(container) { tree in trees.change { $0.append(tree) } }
        _ = try await container.asyncResolve(Int.self)
        #expect(trees.value.count == 1, "\(trees.value)")
        tracer.end()
    }

    @Test func aServiceOfEachContainerIsMadeOnce() async throws {
        let (container, started, finish, runs) = (container, Gate(), Gate(), Counter())
        container.register(String.self, lifetime: .perContainer) { () async -> String in
            started.open()
            await finish.wait()
            return "\(runs.increment())"
        }
        let child = DependencyContainer(parent: container)
        let asking = Task { try await child.asyncResolve(String.self) }
        await started.wait()
        container.decorate(String.self) { "<\($0)>" }
        finish.open()
        #expect(try await asking.value == "<1>")
        #expect(runs.count == 1)
    }

    @Test(arguments: [true, false]) func whoAwaitsWhatIsResetGetsItsInstanceAlsoWithADecorator(_ isDecorated: Bool)
        async throws
    {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(String.self) { () async -> String in
            started.open()
            await finish.wait()
            return "a"
        }
        if isDecorated { container.decorate(String.self) { $0 + "!" } }
        let asking = Task { try await container.asyncResolve(String.self) }
        await started.wait()
        container.reset()
        finish.open()
        #expect(try await asking.value.hasPrefix("a"))
    }

    @Test func whatWasMadeForOneLookUpAnswersNoOther() async throws {
        final class Box: Sendable { let logger: Logger; init(_ logger: Logger) { self.logger = logger } }
        let (parent, runs, second) = (container, Counter(), Shared<Box?>(nil))
        parent.register(Box.self, lifetime: .transient) { () async -> Box in Box(Logger("\(runs.increment())")) }
        parent.decorate(Box.self) { Box($0.logger) }
        let child = DependencyContainer(parent: parent)
        child.decorate(Box.self) { @Mint box in
            // asks for another one, without awaiting it: the error `needsAwait`
            second.value = try? parent.resolving(Box.self)
            return box
        }
        let first = try await child.asyncResolve(Box.self)
        #expect(second.value?.logger !== first.logger)
        #expect(second.value == nil)
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

    @Test func noTaskHoldsAContainerAfterThoseThatAwaitedAnError() async {
        for _ in 0..<1_000 {
            weak var container: DependencyContainer?
            do {
                let asked = DependencyContainer()
                container = asked
                asked.register(Int.self) { () async throws -> Int in
                    await Task.yield()
                    return try DependencyContainer.shared.resolving(String.self).count
                }
                await #expect(throws: DependencyError.self) { try await asked.asyncResolve(Int.self) }
            }
            #expect(container == nil)
            if container != nil { return }
        }
    }

    @Test func noTaskHoldsAChildAfterItsOperation() async throws {
        for _ in 0..<1_000 {
            weak var child: DependencyContainer?
            try await container.withChild { container in
                child = container
                container.register(Int.self) { () async -> Int in
                    await Task.yield()
                    return 1
                }
                _ = try await container.asyncResolve(Int.self)
            }
            #expect(child == nil)
            if child != nil { return }
        }
    }

    @Test func whatIsHandedOutHasNotBeenCleanedUpWhileTheActorWasAwaited() async throws {
        final class Inbox: Sendable { let closed = Shared(false) }
        let (container, scope) = (container, DependencyScope())
        container.register(
            Inbox.self,
            lifetime: .scoped(scope),
            creator: { Inbox() }
        ).onRemove { $0.closed.value = true }
        _ = container.resolve(Inbox.self)
        container.decorate(Inbox.self) { @Mint in $0 }
        let busy = await BusyActor(Mint.shared)
        let asking = Task { try await container.asyncResolve(Inbox.self) }
        await settle()
        scope.reset()  // at logout
        await busy.letGo()
        #expect(try await !asking.value.closed.value)
    }
}

final class UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
