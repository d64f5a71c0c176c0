import Hopoate
import Testing

@Suite struct OptionalDependencyTests {
    let container = DependencyContainer()

    struct Reader {
        @OptionalDependency var logger: (any Logging)?
        @OptionalDependency(named: "backup") var backup: (any Logging)?
    }

    @Test func thePropertyIsNilJustWhenNothingIsRegistered() {
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(reader.logger == nil)
        let token = container.register(Logger("main"), for: (any Logging).self)
        #expect(reader.logger?.label == "main")
        #expect(reader.backup == nil)
        container.register(Logger("spare"), for: (any Logging).self, named: "backup")
        #expect(reader.backup?.label == "spare")
        container.remove(token)
        #expect(reader.logger == nil)
    }
}

/// What a wrapper gives besides its service.
@Suite struct WrapperTests {
    private final class Feed: Sendable {
        let logger = Dependency<Logger>()
        let other = OptionalDependency<Int>()
    }

    let container = DependencyContainer()

    @Test func aWrapperInASendableClassIsReadAsAFunctionAndTellsItsContainer() {
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

    @Test func theContainerOfAnObjectThatOutlivedItTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let feed = {
                let container = DependencyContainer()
                container.register(Feed.self) { Feed() }
                return container.resolve(Feed.self)
            }()
            _ = feed.logger.container
        }
        #expect(try trapMessage(result).contains("The container of this property is gone"))
    }
}
