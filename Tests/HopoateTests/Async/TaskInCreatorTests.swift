import Hopoate
import Testing

/// A task that a creator starts has the creator's container as the shared one, as all that the creator calls does.
@Suite struct TaskInCreatorTests {
    let container = DependencyContainer()

    /// What the tasks that creators started have found as the shared container.
    fileprivate final class Finds: Sendable {
        private let tasks = Shared<[Task<ObjectIdentifier, Never>]>([])

        func startTask() {
            let task = Task { ObjectIdentifier(DependencyContainer.shared) }
            tasks.change { $0.append(task) }
        }

        var all: [ObjectIdentifier] {
            get async {
                var finds: [ObjectIdentifier] = []
                for task in tasks.value { finds.append(await task.value) }
                return finds
            }
        }
    }

    private let finds = Finds()

    private func register(_ lifetime: Lifetime = .cached, in container: DependencyContainer) {
        let finds = finds
        container.register(Logger.self, lifetime: lifetime) {
            finds.startTask()
            return Logger()
        }
    }

    /// Expects each of the tasks to have found a container.
    private func expectFound(_ containers: [DependencyContainer]) async {
        #expect(await finds.all == containers.map { ObjectIdentifier($0) })
    }

    enum Asking: CaseIterable { case resolving, awaiting, onAThread, property }

    @Test(
        arguments: [
            .eager, .cached, .transient, .weak, .graph, .scoped(DependencyScope()), .expiring(afterSeconds: 60),
        ] as [Lifetime],
        Asking.allCases
    )
    func aCreatorsTaskFindsTheCreatorsContainer(_ lifetime: Lifetime, _ asking: Asking) async throws {
        let (container, test) = (container, self)
        switch asking {
        case .resolving:
            register(lifetime, in: container)
            _ = container.resolve(Logger.self)
        case .awaiting:
            register(lifetime, in: container)
            _ = try await container.asyncResolve(Logger.self)
        case .onAThread:
            onThreads(1) { _ in
                test.register(lifetime, in: container)
                _ = container.resolve(Logger.self)
            }
        case .property:
            register(lifetime, in: container)
            _ = Dependency<Logger>(container: container).wrappedValue
        }
        await expectFound([container])
    }

    @Test func theTasksOfOtherCreatorsFindTheirContainersToo() async {
        let (finds, child) = (finds, DependencyContainer(parent: container))
        container.register(service: Logger.self, cacheService: true) {
            finds.startTask()
            return Logger()
        }
        container.register(Logger.self, taking: String.self) { label in
            finds.startTask()
            return Logger(label)
        }
        _ = container.resolve(Logger.self, with: "label")
        container.contribute(to: Logger.self) {
            finds.startTask()
            return Logger()
        }
        _ = container.resolveAll(Logger.self)
        TaskInCreatorTests.$defaultsFinds.withValue(finds) { _ = container.resolve(\.startingTask) }
        register(in: container)
        child.decorate(Logger.self) { logger in
            finds.startTask()
            return logger
        }
        _ = child.resolve(Logger.self)
        let fork = container.fork()
        _ = fork.resolve(Logger.self)
        await expectFound([container, container, container, container, container, child, fork])
    }

    @Test func beforeAndAfterAnotherContainersCreatorTheTaskFindsItsOwn() async {
        let (finds, other) = (finds, DependencyContainer())
        register(in: other)
        container.register(String.self, lifetime: .cached) {
            finds.startTask()
            let label = other.resolve(Logger.self).label
            finds.startTask()
            return label
        }
        finds.startTask()
        _ = container.resolve(String.self)
        finds.startTask()
        await expectFound([.shared, container, other, container, .shared])
    }

    @Test func theProcessWideContainersCreatorFindsItWithinAnotherContainersCreator() async {
        let (finds, shared) = (finds, DependencyContainer.shared)
        let token = shared.register(TaskInCreatorTests.self, lifetime: .transient) {
            finds.startTask()
            return TaskInCreatorTests()
        }
        container.register(String.self, lifetime: .cached) { "\(shared.resolve(TaskInCreatorTests.self))" }
        _ = container.resolve(String.self)
        shared.remove(token)
        await expectFound([shared])
    }

    /// The finds of the test that resolves the key.
    @TaskLocal fileprivate static var defaultsFinds: Finds?
}

extension DependencyKeys {
    fileprivate var startingTask: DependencyKey<Logger> {
        .init {
            TaskInCreatorTests.defaultsFinds?.startTask()
            return Logger()
        }
    }
}
