import Foundation
import Hopoate
import Testing

/// What endings wait for, and what becomes of creations that they interrupt.
@Suite struct EndingOrderTests {
    let container = DependencyContainer()
    let story = Shared<[String]>([])

    /// Adds to the story when a logger is cleaned up.
    private func note(_ logger: Logger) { story.change { $0.append("closed \(logger.label)") } }

    private func expectInTime(_ operation: @escaping @Sendable () async -> Void) async {
        let isOver: Bool? = await inTime {
            await operation()
            return true
        }
        #expect(isOver == true)
    }

    // MARK: - Creations in progress

    @Test(arguments: ["asyncRemoveAll", "withChild", "asyncReset"], [CreatorForm.synchronous, .asynchronous])
    func `an ending waits for a creation in progress`(_ way: String, _ form: CreatorForm) async {
        let (scope, began, finish) = (DependencyScope(), Gate(), DispatchSemaphore(value: 0))
        let creation = Shared<Task<String?, Never>?>(nil)
        let work: @Sendable (DependencyContainer) async -> Void = { [self] container in
            container.register(Logger.self, named: "older", lifetime: .scoped(scope)) { Logger("older") }
                .onRemove { logger in
                    await Task.yield()
                    self.note(logger)
                }
            _ = container.resolve(Logger.self, named: "older")
            container.register(
                Logger.self,
                lifetime: .scoped(scope),
                as: form,
                opening: began,
                waitingFor: finish
            ) { Logger("slow") }
            .onRemove { self.note($0) }
            creation.value = Task {
                if form == .asynchronous { return try? await container.asyncResolve(Logger.self).label }
                return await onThread { container.optionalResolve(Logger.self)?.label }
            }
            await began.wait()
            Task {
                for _ in 0..<100 { await Task.yield() }
                #expect(way == "withChild" || container.canResolve(Logger.self))
                // A reset scope's service may be created again.
                for _ in 0..<2 { finish.signal() }
            }
        }
        switch way {
        case "asyncRemoveAll":
            await work(container)
            await container.asyncRemoveAll()
        case "withChild": await container.withChild { await work($0) }
        default:
            await work(container)
            await scope.asyncReset()
        }
        #expect(story.value == ["closed slow", "closed older"])
        // After a removal, its caller may get nothing.
        let label = await creation.value?.value
        #expect(label == "slow" || label == nil && way != "asyncReset")
    }

    @Test func `a reset returns although other tasks keep creating`() async {
        let (scope, isOver) = (DependencyScope(), Shared(false))
        container.register(Logger.self, named: "kept", lifetime: .scoped(scope)) { Logger("kept") }.onRemove {
            self.note($0)
        }
        _ = container.resolve(Logger.self, named: "kept")
        let creating = (0..<4).map { number in
            Task { [container] in
                while !isOver.value {
                    let name = "\(number)"
                    container.register(Logger.self, named: name) { () async throws -> Logger in
                        try await Task.sleep(nanoseconds: 20_000_000)
                        return Logger()
                    }
                    _ = try? await container.asyncResolve(Logger.self, named: name)
                }
            }
        }
        await expectInTime { await scope.asyncReset() }
        #expect(story.value == ["closed kept"])
        isOver.value = true
        for task in creating { await task.value }
    }

    @Test func `an ending does not wait for creations in children`() async throws {
        let (child, began, finish) = (DependencyContainer(parent: container), Gate(), Gate())
        child.register(Int.self) { () async in
            began.open()
            await finish.wait()
            return 1
        }
        let creating = Task { try await child.asyncResolve(Int.self) }
        await began.wait()
        await expectInTime { [container] in await container.asyncRemoveAll() }
        finish.open()
        #expect(try await creating.value == 1)
    }

    // MARK: - Abandoned creations

    enum Interruption: CaseIterable { case remove, removeAll, reset, scopeReset }

    @Test(arguments: Interruption.allCases, [CreatorForm.synchronous, .asynchronous])
    func `what is interrupted is its callers' alone, and not cleaned up`(_ way: Interruption, _ form: CreatorForm)
        async throws
    {
        let (container, scope, runs) = (container, DependencyScope(), Counter())
        let (began, finish) = (Gate(), DispatchSemaphore(value: 0))
        let token = container.register(
            Logger.self,
            lifetime: .scoped(scope),
            as: form,
            opening: began,
            waitingFor: finish
        ) { Logger("\(runs.increment())") }
        .onRemove { self.note($0) }
        let creating = Task {
            if form == .asynchronous { return try await container.asyncResolve(Logger.self).label }
            return await onThread { container.resolve(Logger.self).label }
        }
        await began.wait()
        switch way {
        case .remove: container.remove(token)
        case .removeAll: container.removeAll()
        case .reset: container.reset(token)
        case .scopeReset: scope.reset()
        }
        #expect(story.value == [])
        // A reset service is created again.
        for _ in 0..<2 { finish.signal() }
        let isRemoved = way == .remove || way == .removeAll
        #expect(try await creating.value == "1")
        #expect(container.canResolve(Logger.self) == !isRemoved)
        if !isRemoved { #expect(try await container.asyncResolve(Logger.self).label == "2") }
        await container.asyncRemoveAll()
        #expect(story.value == (isRemoved ? [] : ["closed 2"]))
    }

    @Test func `a creator that awaits the reset of its own scope is not cancelled`() async throws {
        let (session, runs) = (DependencyScope(), Counter())
        container.register(Int.self, named: "resetting", lifetime: .scoped(session)) { () async throws -> Int in
            let run = runs.increment()
            await session.asyncReset()
            try Task.checkCancellation()
            return run
        }
        for run in 1...2 { #expect(try await container.asyncResolve(Int.self, named: "resetting") == run) }
    }

    @Test func `what is interrupted is decorated as it would have been`() async {
        let (container, began, finish) = (container, Gate(), DispatchSemaphore(value: 0))
        let token = container.register(Logger.self) {
            began.open()
            finish.wait()
            return Logger("base")
        }
        .onRemove { _ in }
        container.decorate(Logger.self) { Logger("decorated \($0.label)") }
        let creating = Task { await onThread { (try? container.resolving(Logger.self))?.label } }
        await began.wait()
        container.remove(token)
        finish.signal()
        #expect(await creating.value == "decorated base")
    }

    @Test func `a creator that ends its own child container keeps its per-container instance`() throws {
        let child = DependencyContainer(parent: container)
        container.register(Logger.self, lifetime: .perContainer) {
            DependencyContainer.shared.removeAll()
            return Logger("own")
        }
        .onRemove { self.note($0) }
        #expect(try child.resolving(Logger.self).label == "own")
        #expect(story.value == [])
    }

    // MARK: - Order

    /// Registers a service that takes its time to close.
    private func register(_ name: String, in scope: DependencyScope? = nil) -> ServiceRegistration<Logger> {
        let token = container.register(Logger.self, named: name, lifetime: scope.map { .scoped($0) } ?? .cached) {
            Logger(name)
        }
        .onRemove { [story] logger in
            for _ in 0..<20 { await Task.yield() }
            story.change { $0.append("closed \(logger.label)") }
        }
        _ = container.resolve(Logger.self, named: name)
        return token
    }

    struct Module: DependencyModule {
        let register: @Sendable () -> Void
        func register(in container: DependencyContainer) { register() }
    }

    @Test(arguments: [false, true])
    func `asynchronous clean-ups of one call run one after the other`(_ isOfModule: Bool) async {
        let module = container.install(
            Module { for name in ["database", "repository", "cache"] { _ = self.register(name) } }
        )
        if isOfModule { container.remove(module) } else { container.removeAll() }
        await eventually(story.value.count == 3)
        #expect(story.value == ["closed cache", "closed repository", "closed database"])
    }

    @Test func `clean-ups of single removals do not wait for one another`() async {
        let (container, hangs) = (container, Gate())
        let hanging = container.register(Logger("hanging"), for: Logger.self).onRemove { _ in await hangs.wait() }
        let token = register("other")
        container.remove(hanging)
        container.remove(token)
        await eventually(story.value == ["closed other"])
        #expect(story.value == ["closed other"])
        hangs.open()
    }

    @Test func `the reset of a scope does not wait for others' clean-ups in the container`() async {
        let (container, scope, hangs) = (container, DependencyScope(), Gate())
        let token = container.register(Logger("hanging"), for: Logger.self).onRemove { _ in await hangs.wait() }
        _ = register("session", in: scope)
        container.remove(token)
        await expectInTime { await scope.asyncReset() }
        #expect(story.value == ["closed session"])
        hangs.open()
    }

    private struct RequestID { let number: Int }

    @Test(arguments: [true, false])
    func `a per-container instance may use older services of its container`(_ isAsync: Bool) async throws {
        container.register(Logger.self, lifetime: .perContainer) { Logger("log") }.onRemove { [story] _ in
            let id = DependencyContainer.shared.optionalResolve(RequestID.self)
            story.change { $0.append("closed request \(id?.number ?? 0)") }
        }
        let work: @Sendable (DependencyContainer) -> Void = { request in
            request.register(RequestID(number: 7), for: RequestID.self)
            _ = request.resolve(Logger.self)
        }
        if isAsync {
            await container.withChild {
                work($0)
                await Task.yield()
            }
        } else {
            { container.withChild { work($0) } }()
        }
        #expect(story.value == ["closed request 7"])
    }
}
