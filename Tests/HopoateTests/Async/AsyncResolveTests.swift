import Dispatch
import Foundation
import Hopoate
import Testing

/// What `asyncResolve` promises.
@Suite struct AsyncResolveTests {
    let container = DependencyContainer()

    private enum Local { @TaskLocal static var number = 0 }

    private final class Reader: Sendable {
        let logger = Dependency<Logger>()
        let maybe = OptionalDependency<Logger>()
    }

    // MARK: - When it is made

    @Test(
        arguments: [.cached, .eager, .weak, .perContainer, .scoped(DependencyScope())] as [Lifetime],
        CreatorForm.allCases
    )
    func `a service that was awaited resolves like any other`(_ lifetime: Lifetime, _ form: CreatorForm) async throws {
        let (container, runs) = (container, Counter())
        container.register(Logger.self, lifetime: lifetime, as: form) { Logger("\(runs.increment())") }
        #expect(container.canResolve(Logger.self))
        let logger = try await container.asyncResolve(Logger.self)
        #expect(logger.label == "1")
        #expect(try await container.asyncResolve(Logger.self) === logger)
        #expect(try container.resolving(Logger.self) === logger)
        let reader = DependencyContainer.withShared(container) { Reader() }
        let others = [
            container.resolve(Logger.self), container.optionalResolve(Logger.self), reader.logger(), reader.maybe(),
        ]
        #expect(others.allSatisfy { $0 === logger })
        #expect(runs.count == 1)
    }

    @Test(
        arguments: [
            (.synchronous, nil, 3), (.ofMainActor, "belongsToActor: Logger", 2),
            (.asynchronous, "needsAwait: Logger", 2),
        ] as [(CreatorForm, String?, Int)]
    )
    func `a transient service is created at each look-up`(
        _ form: CreatorForm,
        failureWithoutAwaiting: String?,
        creations: Int
    ) async throws {
        let (container, runs) = (container, Counter())
        container.register(Logger.self, lifetime: .transient, as: form) { Logger("\(runs.increment())") }
        #expect(try await container.asyncResolve(Logger.self).label == "1")
        #expect(try await container.asyncResolve(Logger.self).label == "2")
        #expect(failure { try container.resolving(Logger.self) } == failureWithoutAwaiting)
        #expect(runs.count == creations)
    }

    @Test func `an eager creation begins at once, and the next look-up tries again if it fails`() async throws {
        let (container, runs, started, finish) = (container, Counter(), Gate(), Gate())
        container.register(Int.self, lifetime: .eager) { () async throws -> Int in
            let run = runs.increment()
            started.open()
            await finish.wait()
            if run == 1 { throw SomeError() }
            return run
        }
        await started.wait()
        #expect(failure { try container.resolving(Int.self) } == "needsAwait: Int")
        let asking = Task.immediate { try await container.asyncResolve(Int.self) }
        finish.open()
        #expect(await failure { try await asking.value } == "creatorFailed: Int")
        #expect(try await container.asyncResolve(Int.self) == 2)
        #expect(container.resolve(Int.self) == 2)
    }

    // MARK: - Waiting until all is ready

    @Test func `eager services resolve without awaiting after waitUntilReady`() async throws {
        let (container, runs) = (container, Counter())
        let child = DependencyContainer(parent: container)
        container.register(Logger.self, lifetime: .eager, asyncCreator: { Logger("parent \(runs.increment())") })
        container.decorate(Logger.self) { Logger($0.label + "!") }
        child.register(String.self, lifetime: .eager) {
            await Task.yield(); return "child"
        }
        child.register(Int.self, asyncCreator: { runs.increment() })
        try await child.waitUntilReady()
        #expect(child.resolve(Logger.self).label == "parent 1!")
        #expect(child.resolve(String.self) == "child")
        #expect(failure { try child.resolving(Int.self) } == "needsAwait: Int")
        try await child.waitUntilReady()
        #expect(runs.count == 1)
    }

    @Test func `waitUntilReady throws the first error and skips covered registrations`() async throws {
        let (container, runs) = (container, Counter())
        container.register(Logger.self, lifetime: .eager) { () async throws -> Logger in
            if runs.increment() == 1 { throw SomeError() }
            return Logger()
        }
        container.register(Int.self, lifetime: .eager, asyncCreator: { throw SomeError(text: "second") })
        let line = UInt(#line + 1)
        let error = await dependencyError { try await container.waitUntilReady() }
        #expect(error?.inShort == "creatorFailed: Logger" || error?.inShort == "creatorFailed: Int")
        #expect(error?.line == line)
        container.register(5, for: Int.self)
        try await container.waitUntilReady()
        #expect(container.resolve(Int.self) == 5)
        #expect(container.canResolve(Logger.self))
        #expect(runs.count == 2)
    }

    @Test func `waitUntilReady skips registrations that a child covers or that are removed`() async throws {
        let (container, child, gate) = (container, DependencyContainer(parent: container), Gate())
        container.register(Int.self, lifetime: .eager, asyncCreator: { throw SomeError() })
        child.register(5, for: Int.self)
        child.register(Logger.self, lifetime: .eager) {
            await gate.wait(); return Logger()
        }
        let token = child.register(String.self, lifetime: .eager, asyncCreator: { throw SomeError() })
        async let isReady: Void = child.waitUntilReady()
        child.remove(token)
        gate.open()
        try await isReady
        #expect(child.resolve(Int.self) == 5)
        #expect(failure { try child.resolving(String.self) } == "missing: String")
    }

    @Test func `waitUntilReady awaits decorators, which may fail`() async throws {
        container.register(Logger.self, lifetime: .eager, asyncCreator: { Logger("made") })
        container.decorate(Logger.self) { @MainActor in Logger($0.label + " on the main actor") }
        try await container.waitUntilReady()
        #expect(container.resolve(Logger.self).label == "made on the main actor")
        container.decorate(Logger.self) { _ in throw SomeError() }
        #expect(await failure { try await container.waitUntilReady() } == "creatorFailed: Logger")
    }

    @Test func `a transient service is created in the caller's task`() async throws {
        let container = container
        container.register(Int.self, lifetime: .transient) { () async throws -> Int in
            try Task.checkCancellation()
            return Local.number
        }
        let number = try await Local.$number.withValue(7) { try await container.asyncResolve(Int.self) }
        #expect(number == 7)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await dependencyError { try await container.asyncResolve(Int.self) }
        }
        #expect(await task.value?.underlyingError is CancellationError)
    }

    // MARK: - Once

    @Test func `waiting tasks share one creation, and none of them cancels it`() async throws {
        let (container, runs, started, finish) = (container, Counter(), Gate(), Gate())
        container.register(Logger.self) { () async throws -> Logger in
            runs.increment()
            started.open()
            await finish.wait()
            try Task.checkCancellation()
            return Logger()
        }
        // All of them wait before some are cancelled.
        let tasks = (0..<100).map { _ in Task.immediate { try await container.asyncResolve(Logger.self) } }
        await started.wait()
        for task in tasks.prefix(50) { task.cancel() }
        for task in tasks.prefix(50) { await #expect(throws: CancellationError.self) { try await task.value } }
        finish.open()
        var loggers: Set<ObjectIdentifier> = []
        for task in tasks.dropFirst(50) { loggers.insert(ObjectIdentifier(try await task.value)) }
        #expect(loggers.count == 1)
        #expect(runs.count == 1)
        #expect(loggers.contains(ObjectIdentifier(container.resolve(Logger.self))))
    }

    /// A creation may end between a task's look-up and its request to wait for the creation.
    @Test func `a creation that ends at once is not repeated`() async {
        for _ in 0..<500 {
            let (container, runs) = (DependencyContainer(), Counter())
            container.register(Int.self, asyncCreator: { await Task { runs.increment() }.value })
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try? await container.asyncResolve(Int.self) } }
            }
            guard runs.count == 1 else { return #expect(runs.count == 1) }
        }
    }

    /// Begins a creation on a thread, which ends when the semaphore is signalled.
    private func beginCreation() async -> DispatchSemaphore {
        let (container, begun, done) = (container, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(Bool.self) {
            begun.signal()
            return done.wait(timeout: .now() + 300) == .success
        }
        Thread { _ = container.resolve(Bool.self) }.start()
        await onThread { begun.wait() }
        return done
    }

    @Test(arguments: [false, true])
    func `waiting blocks neither the thread pool nor the main actor`(_ isOnMainActor: Bool) async {
        let (container, done) = (container, await beginCreation())
        let tasks = (0..<16).map { _ in
            isOnMainActor
                ? Task { @MainActor in try? await container.asyncResolve(Bool.self) }
                : Task { try? await container.asyncResolve(Bool.self) }
        }
        if isOnMainActor { Task { @MainActor in _ = done.signal() } } else { Task { _ = done.signal() } }
        for task in tasks { #expect(await task.value == true) }
    }

    // MARK: - The shared container and the path

    @Test func `the path of an error includes synchronous and asynchronous creators`() async {
        container.register(Int.self) { try await DependencyContainer.shared.asyncResolve(String.self).count }
        container.register(String.self, lifetime: .transient) { () async throws -> String in
            await Task.yield()
            return "\(try DependencyContainer.shared.resolving(Double.self))"
        }
        container.register(Double.self) { Double(try DependencyContainer.shared.resolving(Float.self)) }
        let error = await failure { try await container.asyncResolve(Int.self) }
        #expect(error == "missing: Int → String → Double → Float")
    }

    /// The failures of two tasks that await one creation, the second one through another creator.
    private func failures(ofTwoTasksAwaiting creator: @escaping @Sendable () throws -> Int) async -> [String?] {
        let (container, started, finish) = (DependencyContainer(), Gate(), Gate())
        container.register(Int.self) { () async throws -> Int in
            started.open()
            await finish.wait()
            return try creator()
        }
        container.register(String.self) { "\(try await DependencyContainer.shared.asyncResolve(Int.self))" }
        let first = Task { await failure { try await container.asyncResolve(Int.self) } }
        await started.wait()
        let second = Task { await failure { try await container.asyncResolve(String.self) } }
        for _ in 0..<100 { await Task.yield() }
        finish.open()
        return [await first.value, await second.value]
    }

    @Test func `the error of each task has its own path`() async {
        let failing = await failures { throw SomeError() }
        #expect(failing == ["creatorFailed: Int", "creatorFailed: String → Int"])
        let missing = await failures { try DependencyContainer.shared.resolving(Bool.self) ? 1 : 0 }
        #expect(missing == ["missing: Int → Bool", "missing: String → Int → Bool"])
    }

    // MARK: - Graphs

    private struct Pair: Sendable {
        let first: Logger
        let second: Logger
    }

    /// How an asynchronous creator resolves the instances that it shares.
    enum Way: CaseIterable { case resolving, awaiting, overOtherCreators, properties, childTasks }

    private static func pair(_ way: Way) async throws -> Pair {
        let shared = DependencyContainer.shared
        switch way {
        case .resolving:
            let first = try shared.resolving(Logger.self)
            await Task.yield()
            return Pair(first: first, second: try shared.resolving(Logger.self))
        case .awaiting:
            let first = try await shared.asyncResolve(Logger.self)
            return Pair(first: first, second: try await shared.asyncResolve(Logger.self))
        case .overOtherCreators:
            let first = try shared.resolving([Logger].self)[0]
            return Pair(first: first, second: try await shared.asyncResolve([Logger].self, named: "slow")[0])
        case .properties:
            let first = Reader().logger()
            await Task.yield()
            return Pair(first: first, second: Reader().logger())
        case .childTasks:
            async let first = shared.asyncResolve(Logger.self)
            async let second = shared.asyncResolve(Logger.self)
            return try await Pair(first: first, second: second)
        }
    }

    @Test(arguments: Way.allCases, [Lifetime.cached, .transient])
    func `an asynchronous creator resolves within one graph`(_ way: Way, _ lifetime: Lifetime) async throws {
        container.register(Logger.self, lifetime: .graph) { Logger() }
        container.register([Logger].self, lifetime: .transient) { [resolve(Logger.self)] }
        container.register([Logger].self, named: "slow", lifetime: .transient) {
            [try await DependencyContainer.shared.asyncResolve(Logger.self)]
        }
        container.register(Pair.self, lifetime: lifetime) { try await AsyncResolveTests.pair(way) }
        let pairs = [try await container.asyncResolve(Pair.self), try await container.asyncResolve(Pair.self)]
        for pair in pairs { #expect(pair.first === pair.second) }
        #expect((pairs[0].first === pairs[1].first) == (lifetime == .cached))
    }

    @Test func `two concurrent look-ups have two graphs, which end with them`() async throws {
        let (container, released, meeting) = (container, Counter(), Meeting(2))
        container.register(Logger.self, lifetime: .graph) { Logger { released.increment() } }
        container.register(ObjectIdentifier.self, lifetime: .transient) { () async throws -> ObjectIdentifier in
            let first = ObjectIdentifier(try DependencyContainer.shared.resolving(Logger.self))
            await meeting.wait()
            #expect(ObjectIdentifier(try DependencyContainer.shared.resolving(Logger.self)) == first)
            return first
        }
        async let one = container.asyncResolve(ObjectIdentifier.self)
        async let other = container.asyncResolve(ObjectIdentifier.self)
        #expect(try await one != other)
        await eventually(released.count == 2)
        #expect(released.count == 2)
    }
}
