import Dispatch
import Foundation
import Hopoate
import Testing

@globalActor private actor Bank { static let shared = Bank() }

/// What happens to a service while `asyncResolve` makes it, or a thread waits for it.
@Suite(.serialized) struct AsyncMeanwhileTests {
    let container = DependencyContainer()
    private final class Inbox: Sendable {
        let closed = Shared(false)
        let number: Int
        init(_ number: Int = 0) { self.number = number }
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

    @Test(arguments: [true, false], [true, false])
    func aServiceThatIsRemovedWhileItIsMadeIsDecorated(_ isAsync: Bool, _ isInChild: Bool) async throws {
        let (parent, started, finish, gate) = (
            container, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Gate()
        )
        let token: AnyServiceRegistration
        if isAsync {
            token = parent.register(String.self) { () async -> String in
                started.signal()
                await gate.wait()
                return "a"
            }
        } else {
            token = parent.register(String.self) {
                started.signal()
                finish.wait()
                return "a"
            }
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
}
