import Hopoate
import Testing

/// The members of a wrapper besides its service.
@Suite struct WrapperTests {
    private final class Feed: Sendable {
        let logger = Dependency<Logger>()
        let other = OptionalDependency<Int>()
    }

    let container = DependencyContainer()

    @Test func `a wrapper in a Sendable class is read as a function and has its container`() {
        container.register(Logger("own"), for: Logger.self)
        let feed = DependencyContainer.withShared(container) { Feed() }
        #expect(feed.logger.container === container)
        #expect(feed.other.container === container)
        let inner = DependencyContainer.withShared(feed.logger.container) { Feed() }
        #expect(inner.logger().label == "own")
        #expect(inner.other() == nil)
        container.register(3, for: Int.self)
        #expect(inner.other() == 3)
        #expect(Feed().logger.container === DependencyContainer.shared)
    }

    @Test func `reading the container of an object that outlived it traps`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let feed = {
                let container = DependencyContainer()
                container.register(Feed.self) { Feed() }
                return container.resolve(Feed.self)
            }()
            _ = feed.logger.container
        }
        #expect(try trapMessage(result).contains("The container of this property was released"))
    }
}
