import Hopoate
import Testing

/// What becomes of an asynchronous creation whose stack changes meanwhile, and that nothing is left of it.
@Suite struct AsyncStackTests {
    let container = DependencyContainer()

    @Test func anOverrideAnswersAtOnceAndWhoHasWaitedToo() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(String.self) {
            started.open()
            await finish.wait()
            return "slow"
        }
        let waiting = Task { try await container.asyncResolve(String.self) }
        await started.wait()
        let token = container.register("override", for: String.self)
        #expect(try await container.asyncResolve(String.self) == "override")
        #expect(container.resolve(String.self) == "override")
        finish.open()
        #expect(try await waiting.value == "override")
        container.remove(token)
        #expect(container.resolve(String.self) == "slow")
    }

    @Test func aRegistrationRemovedWhileItsInstanceIsMadeKeepsNothing() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        let (released, removed) = (Counter(), Counter())
        container.register(Logger("below"), for: (any Logging).self)
        let token = container.register((any Logging).self) {
            started.open()
            await finish.wait()
            return Logger("late") { released.increment() }
        }.onRemove { _ in
            removed.increment()
        }
        let waiting = Task { try await container.asyncResolve((any Logging).self).label }
        await started.wait()
        container.remove(token)
        #expect(try await container.asyncResolve((any Logging).self).label == "below")
        finish.open()
        #expect(try await waiting.value == "below")
        #expect(container.resolve((any Logging).self).label == "below")
        // The task of a creation may end a moment after those who await it.
        await eventually(released.count == 1)
        #expect(released.count == 1)
        #expect(removed.count == 0)
    }

    @Test(arguments: [Lifetime.cached, .eager, .transient, .weak, .expiring(afterSeconds: 600)])
    func nothingIsLeftOfAContainerAndItsCreations(_ lifetime: Lifetime) async throws {
        let released = Counter()
        weak var container: DependencyContainer?
        weak var registration: AnyServiceRegistration?
        weak var logger: Logger?
        do {
            let own = DependencyContainer()
            container = own
            let captured = Logger { released.increment() }
            registration = own.register(Logger.self, lifetime: lifetime) {
                await Task.yield()
                return Logger(captured.label) { released.increment() }
            }
            let resolved = try await own.asyncResolve(Logger.self)
            logger = resolved
            #expect(try await own.asyncResolve(Logger.self).label == "logger")
            #expect(registration != nil && logger != nil)
        }
        // The task of a creation may end a moment after those who await it.
        let count = lifetime == .transient ? 3 : 2
        await eventually(container == nil && registration == nil && logger == nil && released.count == count)
        #expect(container == nil)
        #expect(registration == nil)
        #expect(logger == nil)
        #expect(released.count == count)
    }

    /// What a task inherits from the creator that has started it must not be the instance.
    @Test(arguments: [false, true], [false, true])
    func aTaskThatOutlivesTheCreationDoesNotKeepTheInstance(isDecorated: Bool, isOfParent: Bool) async throws {
        let (finish, started) = (Gate(), Shared<Task<Void, Never>?>(nil))
        weak var logger: Logger?
        let token = container.register(Logger.self) { () async throws -> Logger in
            started.value = Task { await finish.wait() }
            return Logger()
        }
        if isDecorated { container.decorate(Logger.self) { $0 } }
        let asked = isOfParent ? DependencyContainer(parent: container) : container
        logger = try await asked.asyncResolve(Logger.self)
        #expect(logger != nil)
        container.remove(token)
        await eventually(logger == nil)
        #expect(logger == nil)
        finish.open()
        await started.value?.value
    }
}
