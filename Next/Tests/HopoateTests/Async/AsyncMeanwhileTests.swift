import Dispatch
import Foundation
import Hopoate
import Testing

@globalActor private actor Bank { static let shared = Bank() }

/// What happens to a service while `asyncResolve` makes it, or a thread waits for it.
@Suite(.serialized) struct AsyncMeanwhileTests {
    let container = DependencyContainer()
    private struct D: Sendable {}
    private struct S: Sendable {}
    private final class Inbox: Sendable {
        let closed = Shared(false)
        let number: Int
        init(_ number: Int = 0) { self.number = number }
    }

    @Test func aCycleThatAScopesResetComesIntoIsAnError() async throws {
        let (container, scope) = (container, DependencyScope())
        let (inS, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(
            S.self,
            lifetime: .scoped(scope),
            creator: {
                inS.signal()
                go.wait()
                _ = try DependencyContainer.shared.resolving(D.self)
                return S()
            }
        )
        container.register(
            D.self,
            creator: {
                _ = try DependencyContainer.shared.resolving(S.self)
                return D()
            }
        )
        let results = Shared<[String]>([])
        func start<Service: Sendable>(_ service: Service.Type) {
            Thread {
                do {
                    _ = try container.resolving(service)
                    results.change { $0.append("made") }
                } catch {
                    let error = error as! DependencyError;
                    if case .cycle = error.reason {
                        results.change { $0.append("cycle") }
                    } else {
                        results.change { $0.append("\(error)") }
                    }
                }
            }.start()
        }
        start(S.self)  // T1
        await onThread { inS.wait() }
        start(D.self)  // W, which waits for T1
        try await Task.sleep(nanoseconds: 200_000_000)
        scope.reset()
        start(S.self)  // T2
        await onThread { inS.wait() }
        for _ in 0..<30_000 where results.value.count < 3 {
            go.signal()
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        #expect(results.value == ["cycle", "cycle", "cycle"])
    }

    private func askOnBusyActor(
        started: Gate,
        finish: Gate,
        _ letGo: @escaping @Sendable () -> Void
    ) async throws -> Inbox? {
        let container = container
        let asking = Task { @Bank in try await container.asyncResolve(Inbox.self) }
        await started.wait()
        let busy = await BusyActor(Bank.shared)
        finish.open()
        await eventually((try? container.resolving(Inbox.self)) != nil)  // it is kept
        letGo()
        await busy.letGo()
        return try? await asking.value
    }

    enum End: CaseIterable { case reset, scopeReset, remove }

    @Test(arguments: End.allCases) func whatHasBeenCleanedUpIsNotHandedOut(_ end: End) async throws {
        let (container, started, finish, scope, runs) = (container, Gate(), Gate(), DependencyScope(), Counter())
        let token = container.register(
            Inbox.self,
            lifetime: end == .scopeReset ? .scoped(scope) : .cached,
            asyncCreator: { () async -> Inbox in
                started.open()
                await finish.wait()
                return Inbox(runs.increment())
            }
        ).onRemove { $0.closed.value = true }
        let inbox = try await askOnBusyActor(started: started, finish: finish) {
            switch end {
            case .reset: container.reset(token)
            case .scopeReset: scope.reset()
            case .remove: container.remove(token)
            }
        }
        #expect(inbox?.closed.value != true)
        // A new one, or where nothing is registered any more, that error.
        #expect(inbox?.number == (end == .remove ? nil : 2))
    }

    @Test func norInAChildWhoseCopyHasBeenReplaced() async throws {
        let (parent, runs, count) = (container, Counter(), Counter())
        parent.register(
            Inbox.self,
            lifetime: .perContainer,
            asyncCreator: { () async -> Inbox in Inbox(runs.increment()) }
        ).onRemove { $0.closed.value = true }
        let child = DependencyContainer(parent: parent)
        let observation = child.observe { event in
            guard event.kind == .creationEnded, count.increment() == 1 else { return }
            parent.remove(parent.register(Inbox(-1), for: Inbox.self))
        }
        let inbox = try await child.asyncResolve(Inbox.self)
        #expect(!inbox.closed.value)
        // `asyncResolve` has just returned it, and the child does not have it: `needsAwait`.
        #expect((try? child.resolving(Inbox.self)) === inbox)
        observation.cancel()
    }

    @Test(arguments: [true, false], [true, false])
    func aServiceThatIsRemovedWhileItIsMadeIsDecorated(_ isAsync: Bool, _ isInChild: Bool) async throws {
        let (parent, started, finish, gate) = (
            container, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Gate()
        )
        let token =
            if isAsync {
                parent.register(String.self) { () async -> String in
                    started.signal()
                    await gate.wait()
                    return "a"
                }
            } else {
                parent.register(
                    String.self,
                    creator: {
                        started.signal()
                        finish.wait()
                        return "a"
                    }
                )
            }
        let container = isInChild ? DependencyContainer(parent: parent) : parent
        container.decorate(String.self) { $0 + "!" }
        let asking = Task { try await container.asyncResolve(String.self) }
        // The creator that waits takes a thread of the pool, of which no other may be free.
        await onThread {
            started.wait()
            parent.remove(token)
            finish.signal()
            gate.open()
        }
        let result = await asking.result
        #expect((try? result.get()) == "a!", "\(result)")  // so it is where `isAsync` is false
    }

    @Test func aTransientServiceThatIsRemovedWhileItIsMadeIsDecorated() async throws {
        let (container, started, gate) = (container, Gate(), Gate())
        let token = container.register(String.self, lifetime: .transient) { () async -> String in
            started.open()
            await gate.wait()
            return "a"
        }
        container.decorate(String.self) { $0 + "!" }
        let asking = Task { try await container.asyncResolve(String.self) }
        await started.wait()
        container.remove(token)
        gate.open()
        let result = await asking.result
        #expect((try? result.get()) == "a!", "\(result)")
    }

    @Test(arguments: [true, false]) func anUnkeptInstanceIsMadeOnceThoughADecoratorOfABusyActorGoes(_ isReplaced: Bool)
        async throws
    {
        let (container, runs) = (container, Counter())
        container.register(Int.self, lifetime: .transient) { () async -> Int in runs.increment() }
        let token = container.decorate(Int.self) { @Bank in $0 * 10 }
        let busy = await BusyActor(Bank.shared)
        let asking = Task { try await container.asyncResolve(Int.self) }
        await eventually(runs.count == 1)
        try await Task.sleep(nanoseconds: 200_000_000)
        container.remove(token)
        if isReplaced { container.decorate(Int.self) { $0 * 100 } }
        await busy.letGo()
        #expect(try await asking.value == (isReplaced ? 100 : 1))
        #expect(runs.count == 1)
    }

    @Test func aClockIsNotTakenForTheService() async throws {
        struct Clock: ExpirationClock { func secondsNow() -> Double { 1 } }
        let (container, token) = (container, Shared<AnyServiceRegistration?>(nil))
        container.register((any ExpirationClock).self, lifetime: .transient) { Clock() }
        container.decorate((any ExpirationClock).self) { @Bank (clock: any ExpirationClock) -> any ExpirationClock in
            if let token = token.value { container.remove(token) }
            return clock
        }
        token.value = container.register(String.self, lifetime: .expiring(afterSeconds: 5)) { "real" }
        container.decorate(String.self) { $0 + "!" }
        let error = await #expect(throws: DependencyError.self) { _ = try await container.asyncResolve(String.self) }
        guard case .nothingToDecorate = error?.reason else { Issue.record("\(String(describing: error))"); return }
    }

    /// An instance that was there already.
    @Test(arguments: [true, false], [true, false])
    func aDecoratorOfABusyActorGetsNothingThatHasBeenCleanedUp(_ isRemoved: Bool, _ isInChild: Bool) async throws {
        let parent = container
        let container = isInChild ? DependencyContainer(parent: parent) : parent
        let token = parent.register(
            Inbox.self,
            lifetime: .cached,
            creator: { Inbox() }
        ).onRemove { $0.closed.value = true }
        container.decorate(Inbox.self) { @Bank in $0 }
        let busy = await BusyActor(Bank.shared)
        let asking = Task { try await container.asyncResolve(Inbox.self) }
        try await Task.sleep(nanoseconds: 200_000_000)
        if isRemoved { parent.remove(token) } else { parent.reset(token) }
        await busy.letGo()
        #expect((try? await asking.value)?.closed.value != true)
    }

    @globalActor private actor Post { static let shared = Post() }

    @Test func aDecorationIsNotDecoratedAgainByTheSameDecorator() async throws {
        let (container, decorations) = (container, Counter())
        let token = container.register(String.self, lifetime: .transient) { () async -> String in "a" }
        container.decorate(String.self) { @Bank in
            decorations.increment()
            return $0 + "1"
        }
        let second = container.decorate(String.self) { @Post in $0 + "2" }
        let busy = await BusyActor(Post.shared)
        let asking = Task { try await container.asyncResolve(String.self) }
        await eventually(decorations.count == 1)
        try await Task.sleep(nanoseconds: 200_000_000)
        container.remove(token)
        container.remove(second)
        await busy.letGo()
        #expect(try await asking.value == "a1")
    }
}
