import Hopoate
import Testing

/// A task of a creator has the creator's container as the shared one.
@Suite struct TaskInCreatorTests {
    let container = DependencyContainer()

    /// The shared containers that tasks of creators have found.
    fileprivate final class Finds: Sendable {
        private let tasks = Shared<[Task<ObjectIdentifier, Never>]>([])

        func make() -> Logger {
            let task = Task { ObjectIdentifier(DependencyContainer.shared) }
            tasks.change { $0.append(task) }
            return Logger()
        }

        var all: [ObjectIdentifier] {
            get async {
                var finds: [ObjectIdentifier] = []
                for task in tasks.value { finds.append(await task.value) }
                return finds
            }
        }
    }

    private final class Node: @unchecked Sendable {
        @Dependency var leaf: Counter
        private let logger: Logger

        init(_ logger: Logger) { self.logger = logger }
    }

    /// Its property holds the graph, which would keep it if the graph never ended. In a process of its own, as it blocks a thread of
    /// the pool.
    @Test(.disabled(if: isSanitized)) func `a graph ends with a look-up that outlives the creator around it`() async {
        await #expect(processExitsWith: .success) {
            let (container, began, ended, released) = (DependencyContainer(), Gate(), Shared(false), Counter())
            let task = Shared<Task<Void, Never>?>(nil)
            container.register(Counter.self, lifetime: .graph) { Counter() }
            container.register(Node.self, lifetime: .graph) { Node(Logger { released.increment() }) }
            container.register(Int.self, lifetime: .transient) {
                began.open()
                while !ended.value {}
                return resolve(Node.self).leaf.count + resolve(Node.self).leaf.count
            }
            container.register(Logger.self) { [unowned container] () async -> Logger in
                task.value = Task { _ = container.resolve(Int.self) }
                await began.wait()
                return Logger()
            }
            _ = try await container.asyncResolve(Logger.self)
            ended.value = true
            await task.value?.value
            await eventually(released.count == 1)
            try #require(released.count == 1)
        }
    }

    /// Fails under ThreadSanitizer, at times, if the task reads a frame that the creator's thread changes.
    @Test func `an immediate task is no part of a creator that does not await it`() async throws {
        for _ in 0..<20 {
            let (container, barrier) = (DependencyContainer(), Barrier(2))
            let tasks = Shared<[Task<Logger, any Error>]>([])
            container.register(Logger.self, named: "slow") { () async -> Logger in
                await Task.yield()
                barrier.wait()
                for _ in 0..<1_000 { _ = resolve(Logger.self, named: "other") }
                return Logger()
            }
            container.register(Logger.self, named: "other", lifetime: .transient) { Logger() }
            container.register(Logger.self) { [unowned container] in
                tasks.value = [
                    Task.immediate { try await container.asyncResolve(Logger.self) },
                    Task.immediate { try await container.asyncResolve(Logger.self, named: "slow") },
                ]
                barrier.wait()
                return Logger()
            }
            for _ in 0..<200 { container.decorate(Logger.self) { Logger($0.label) } }
            let logger = await onThread { container.resolve(Logger.self) }
            #expect(try await tasks.value[0].value === logger)
            _ = try await tasks.value[1].value
        }
    }

    @Test func `an immediate task that resolves its creator's transient service is a cycle`() async {
        let (container, failures) = (container, Shared<[Task<String?, Never>]>([]))
        container.register(Logger.self, lifetime: .transient) {
            let task = Task.immediate { await failure { try await container.asyncResolve(Logger.self) } }
            failures.change { $0.append(task) }
            return Logger()
        }
        _ = container.resolve(Logger.self)
        for task in failures.value { #expect(await task.value == "cycle: Logger") }
        #expect(failures.value.count == 1)
        container.removeAll()
    }

    private let finds = Finds()

    @Test func `tasks that creators start find the creator's container`() async {
        let (finds, child) = (finds, DependencyContainer(parent: container))
        container.register(service: Logger.self, cacheService: true) { finds.make() }
        container.register(Logger.self, taking: String.self) { _ in finds.make() }
        _ = container.resolve(Logger.self, with: "label")
        container.contribute(to: Logger.self) { finds.make() }
        _ = container.resolveAll(Logger.self)
        TaskInCreatorTests.$defaultsFinds.withValue(finds) { _ = container.resolve(\.startingTask) }
        container.register(Logger.self) { finds.make() }
        child.decorate(Logger.self) { _ in finds.make() }
        _ = child.resolve(Logger.self)
        let fork = container.fork()
        _ = Dependency<Logger>(container: fork).wrappedValue
        let expected: [DependencyContainer] = [container, container, container, container, container, child, fork]
        #expect(await finds.all == expected.map { ObjectIdentifier($0) })
    }

    /// The finds of the test that resolves the key.
    @TaskLocal fileprivate static var defaultsFinds: Finds?
}

extension DependencyKeys {
    fileprivate var startingTask: DependencyKey<Logger> {
        .init { TaskInCreatorTests.defaultsFinds?.make() ?? Logger() }
    }
}
