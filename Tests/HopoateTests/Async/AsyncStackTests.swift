import Hopoate
import Testing

/// Asynchronous creators and what else happens to their stack: overrides, removals, decorators, parents, forks.
@Suite struct AsyncStackTests {
    let container = DependencyContainer()

    // MARK: - Changes while the creator runs

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

    @Test func aCreatorMayUseTheContainerAndWaitForAnotherTaskThatDoes() async {
        let container = container
        container.register("other", for: String.self)
        container.register(Int.self) { () async throws -> Int in
            let shared = DependencyContainer.shared
            let task = Task.detached {
                let token = shared.register(1, for: Int.self, named: "mine")
                defer { shared.remove(token) }
                _ = shared.registrations
                return shared.resolve(String.self).count + shared.resolve(Int.self, named: "mine")
            }
            return await task.value
        }
        #expect(await inTime { try? await container.asyncResolve(Int.self) } == 6)
    }

    /// The captures' `deinit` uses the container.
    @Test func theCreatorIsReleasedUnderNoLock() async throws {
        let (container, released) = (container, Counter())
        let token = { () -> AnyServiceRegistration in
            let captured = Logger {
                _ = container.canResolve(Int.self)
                released.increment()
            }
            return container.register(Int.self, asyncCreator: { captured.label.count })
        }()
        #expect(try await container.asyncResolve(Int.self) == 6)
        container.remove(token)
        #expect(released.count == 1)
    }

    // MARK: - Decorators

    @Test func aDecoratorOverAKeptServiceDecoratesItOnce() async throws {
        let (container, runs, meeting) = (container, Counter(), Meeting(21))
        container.register([String].self) {
            await meeting.wait()
            return ["base"]
        }
        container.decorate([String].self) { $0 + ["\(runs.increment())"] }
        container.decorate([String].self) { $0 + ["outer"] }
        #expect(throws: DependencyError.self) { try container.resolving([String].self) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    async let strings = container.asyncResolve([String].self)
                    await meeting.wait()
                    #expect((try? await strings) == ["base", "1", "outer"])
                }
            }
        }
        #expect(container.resolve([String].self) == ["base", "1", "outer"])
        #expect(runs.count == 1)
    }

    // MARK: - Parents and forks

    @Test func aForkHasAnInstanceOfItsOwn() async throws {
        let (container, runs, started, finish) = (container, Counter(), Gate(), Gate())
        container.register([Int].self) {
            started.open()
            await finish.wait()
            return [runs.increment(), try await DependencyContainer.shared.asyncResolve(Int.self)]
        }
        container.register(1, for: Int.self)
        let first = Task { try await container.asyncResolve([Int].self) }
        await started.wait()
        let fork = container.fork()
        fork.register(2, for: Int.self)
        finish.open()
        #expect(try await first.value == [1, 1])
        #expect(throws: DependencyError.self) { try fork.resolving([Int].self) }
        #expect(try await fork.asyncResolve([Int].self) == [2, 2])
        #expect(container.resolve([Int].self) == [1, 1])
    }

    // MARK: - Observing

    @Test func aCreationIsObserved() async throws {
        let (kinds, runs) = (Shared<[ResolutionEvent.Kind]>([]), Counter())
        let observation = container.observe { event in kinds.change { $0.append(event.kind) } }
        container.register(Int.self) { () async throws -> Int in
            await Task.yield()
            if runs.increment() == 1 { throw SomeError() }
            return try await DependencyContainer.shared.asyncResolve(String.self).count
        }
        let line = #line + 2
        container.register(String.self, lifetime: .transient, asyncCreator: { "four" })
        let creations = container.observe { event in
            guard event.registration.service is Int.Type else { return }
            #expect(event.line > UInt(line) && event.depth == 0)
        }
        await #expect(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        #expect(kinds.value == [.registered, .registered, .creationBegan, .creationFailed])
        kinds.value = []
        #expect(try await container.asyncResolve(Int.self) == 4)
        let nested: [ResolutionEvent.Kind] = [.creationBegan, .creationBegan, .creationEnded, .creationEnded]
        #expect(Array(kinds.value.prefix(4)) == nested)
        creations.cancel()
        observation.cancel()
    }

    // MARK: - Release

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
