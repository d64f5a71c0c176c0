import Hopoate
import Testing

/// Asynchronous creations during which the stack changes, and what they leave behind.
@Suite struct AsyncMeanwhileTests {
    let container = DependencyContainer()

    private final class Inbox: Sendable {
        let number: Int
        let isClosed = Shared(false)
        init(_ number: Int) { self.number = number }
    }

    enum End { case reset, scopeReset, remove }

    /// The instance ends after the creation or hit, and before the waiting task continues.
    @Test(
        arguments: [(End.reset, 2), (.scopeReset, 2), (.remove, nil)] as [(End, Int?)],
        [ResolutionEvent.Kind.creationEnded, .hit]
    )
    func `a look-up never returns a cleaned-up instance`(
        _ expected: (end: End, number: Int?),
        _ kind: ResolutionEvent.Kind
    ) async throws {
        let (container, scope, runs, ends) = (container, DependencyScope(), Counter(), Counter())
        let token = container.register(
            Inbox.self,
            lifetime: expected.end == .scopeReset ? .scoped(scope) : .cached,
            asyncCreator: { Inbox(runs.increment()) }
        ).onRemove { $0.isClosed.value = true }
        if kind == .hit {
            _ = try await container.asyncResolve(Inbox.self)
            container.decorate(Inbox.self) { @MainActor in $0 }
        }
        let observation = container.observe { event in
            guard event.kind == kind, ends.increment() == 1 else { return }
            switch expected.end {
            case .reset: container.reset(token)
            case .scopeReset: scope.reset()
            case .remove: container.remove(token)
            }
        }
        let inbox = try? await container.asyncResolve(Inbox.self)
        observation.cancel()
        #expect(inbox?.isClosed.value != true)
        #expect(inbox?.number == expected.number)
    }

    @Test func `a cached decoration stays when an older creation is abandoned`() async throws {
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
        finish.open()
        #expect(try await first.value.label == "<1>")
        #expect(container.resolve(Logger.self) === second)
    }

    @Test func `an observer that resets what it observes ends the look-up`() async {
        let (container, runs) = (container, Counter())
        let token = container.register(Int.self, asyncCreator: { runs.increment() })
        let observation = container.observe { if $0.kind == .creationEnded { container.reset(token) } }
        #expect(await failure { try await container.asyncResolve(Int.self) } == "cycle: Int")
        #expect(runs.count == 50)
        observation.cancel()
    }

    @Test(arguments: [true, false])
    func `a creation's task does not outlive those that await it`(_ isFailing: Bool) async {
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
                _ = try? await asked.asyncResolve(Int.self)
            }
            guard container == nil else { return #expect(container == nil) }
        }
    }

    @Test func `an eager creation in progress keeps its container until it ends`() async {
        let (started, finish, released) = (Gate(), Gate(), Gate())
        DependencyContainer().register(Logger.self, lifetime: .eager) {
            started.open()
            await finish.wait()
            #expect(DependencyContainer.shared.canResolve(Logger.self))
            return Logger { released.open() }
        }
        await started.wait()
        finish.open()
        await released.wait()
    }

    /// A task inherits values from its creator. The instance must not be among them.
    @Test func `a task that outlives the creation does not keep the instance`() async throws {
        let (finish, started) = (Gate(), Shared<Task<Void, Never>?>(nil))
        weak var logger: Logger?
        let token = container.register(Logger.self) { () async throws -> Logger in
            started.value = Task { await finish.wait() }
            return Logger()
        }
        container.decorate(Logger.self) { $0 }
        logger = try await container.asyncResolve(Logger.self)
        #expect(logger != nil)
        container.remove(token)
        await eventually(logger == nil)
        #expect(logger == nil)
        finish.open()
        await started.value?.value
    }
}
