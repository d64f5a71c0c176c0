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

    private static let lifetimes: [Lifetime] = [
        .eager, .cached, .transient, .weak, .graph, .scoped(DependencyScope()), .expiring(afterSeconds: 60),
    ]

    private func register(_ lifetime: Lifetime, in container: DependencyContainer) {
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

    @Test(arguments: lifetimes) func aCreatorsTaskFindsTheCreatorsContainer(_ lifetime: Lifetime) async {
        register(lifetime, in: container)
        _ = container.resolve(Logger.self)
        await expectFound([container])
    }

    @Test func theOldFormsCreatorsTaskFindsItToo() async {
        let finds = finds
        container.register(service: Logger.self, cacheService: false) {
            finds.startTask()
            return Logger()
        }
        _ = container.resolve(Logger.self)
        await expectFound([container])
    }

    @Test(arguments: lifetimes) func awaitingTheServiceMakesNoDifference(_ lifetime: Lifetime) async throws {
        register(lifetime, in: container)
        _ = try await container.asyncResolve(Logger.self)
        await expectFound([container])
    }

    @Test(arguments: lifetimes) func onAThreadThatRunsNoTaskToo(_ lifetime: Lifetime) async {
        let (container, test) = (container, self)
        let hasEnded = onThreads(1) { _ in
            test.register(lifetime, in: container)
            _ = container.resolve(Logger.self)
        }
        #expect(hasEnded)
        await expectFound([container])
    }

    @Test func aDecoratorsTaskFindsTheDecoratorsContainer() async {
        let finds = finds
        let child = DependencyContainer(parent: container)
        register(.cached, in: container)
        child.decorate(Logger.self) { logger in
            finds.startTask()
            return logger
        }
        _ = child.resolve(Logger.self)
        await expectFound([container, child])
    }

    @Test func theTaskOfACreatorThatTakesAnArgumentFindsItsContainer() async {
        let finds = finds
        container.register(Logger.self, taking: String.self) { label in
            finds.startTask()
            return Logger(label)
        }
        _ = container.resolve(Logger.self, with: "label")
        await expectFound([container])
    }

    @Test func theTaskOfAKeysDefaultFindsTheContainerThatWasAsked() async {
        TaskInCreatorTests.$defaultsFinds.withValue(finds) { _ = container.resolve(\.startingTask) }
        await expectFound([container])
    }

    @Test func theTaskOfAContributionFindsItsContainer() async {
        let finds = finds
        container.contribute(to: Logger.self) {
            finds.startTask()
            return Logger()
        }
        _ = container.resolveAll(Logger.self)
        await expectFound([container])
    }

    @Test func theTaskOfACreatorThatAPropertyRunsFindsItsContainer() async {
        register(.cached, in: container)
        _ = Dependency<Logger>(container: container).wrappedValue
        await expectFound([container])
    }

    @Test func aParentsCreatorsTaskFindsTheParent() async {
        register(.cached, in: container)
        _ = DependencyContainer(parent: container).resolve(Logger.self)
        await expectFound([container])
    }

    @Test func aForksCreatorsTaskFindsTheFork() async {
        register(.cached, in: container)
        let fork = container.fork()
        _ = fork.resolve(Logger.self)
        await expectFound([fork])
    }

    @Test func beforeAndAfterAnotherContainersCreatorTheTaskFindsItsOwn() async {
        let (finds, other) = (finds, DependencyContainer())
        register(.cached, in: other)
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
        let finds = finds
        let token = DependencyContainer.shared.register(TaskInCreatorTests.self, lifetime: .transient) {
            finds.startTask()
            return TaskInCreatorTests()
        }
        let shared = DependencyContainer.shared
        container.register(String.self, lifetime: .cached) { "\(shared.resolve(TaskInCreatorTests.self))" }
        _ = container.resolve(String.self)
        shared.remove(token)
        await expectFound([shared])
    }

    @Test func whatATaskMakesLooksServicesUpInTheCreatorsContainer() async {
        struct Reader: Sendable {
            @OptionalDependency var label: String?
        }
        let task = Shared<Task<String?, Never>?>(nil)
        container.register("the creator's", for: String.self)
        container.register(Int.self, lifetime: .cached) {
            task.value = Task { Reader().label }
            return 1
        }
        _ = container.resolve(Int.self)
        #expect(await task.value?.value == "the creator's")
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
