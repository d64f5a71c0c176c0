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

        func make() -> Logger {
            startTask()
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

    private let finds = Finds()

    @Test func theTasksOfAllThatIsCalledFindItsContainer() async {
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
