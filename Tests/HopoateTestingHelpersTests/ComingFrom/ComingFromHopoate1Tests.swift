// Coming from Hopoate 1.x: what compiles as before and behaves otherwise, in the order of the article's table. That code
// of 1.x compiles is shown by Scripts/accepted/OneDotX*.swift.

import Hopoate
import HopoateTestingHelpers
import Testing

enum ComingFromHopoate1 {
    protocol Logging {
        var name: String { get }
    }

    struct Logger: Logging {
        let name: String
    }

    final class MockLogger: Logging {
        let name = "mock"
    }

    enum Kitchen { struct Timer {} }
    enum Gym { struct Timer {} }

    struct Reader {
        @Dependency var logger: any Logging
    }

    @Suite(.isolatedDependencies) struct ComingFromHopoate1Tests {
        private var container: DependencyContainer { .shared }

        /// 1.x's property kept the service that it got first.
        @Test func aPropertyFollowsTheRegistrations() {
            container.register(Logger(name: "first"), for: (any Logging).self)
            let reader = Reader()
            #expect(reader.logger.name == "first")
            let token = container.register(Logger(name: "second"), for: (any Logging).self)
            #expect(reader.logger.name == "second")
            container.remove(token)
            #expect(reader.logger.name == "first")
        }

        /// `reader.logger = MockLogger()` set a property; a registration takes its place.
        @Test func aMockTakesThePlaceOfAnAssignment() {
            container.register(Logger(name: "real"), for: (any Logging).self)
            let mock = MockContainer(MockLogger(), for: (any Logging).self)
            #expect(Reader().logger.name == mock.mock.name)
        }

        /// 1.x went by the type's name.
        @Test func twoTypesOfOneNameAreTwoServices() {
            container.register(Kitchen.Timer(), for: Kitchen.Timer.self)
            #expect(container.canResolve(Kitchen.Timer.self))
            #expect(!container.canResolve(Gym.Timer.self))
        }

        /// 1.x's resolved the service to find out.
        @Test func canResolveCreatesNothing() {
            let counter = Counter()
            container.register(service: Int.self, cacheService: false) { counter.increment() }
            #expect(container.canResolve(Int.self))
            #expect(counter.count == 0)
        }

        /// The default with the label `service:` creates at once; the one without it when first resolved.
        @Test func theLabelDecidesWhenTheCreatorRuns() {
            let counter = Counter()
            container.register(service: Int.self) { counter.increment() }
            #expect(counter.count == 1)
            container.register(Int.self) { counter.increment() }
            #expect(counter.count == 1)
        }

        /// `DependencyContainer.$shared.withValue(container) { … }`
        @Test func anotherSharedContainerIsBound() {
            let other = DependencyContainer()
            other.register(Logger(name: "other"), for: (any Logging).self)
            DependencyContainer.withShared(other) {
                #expect(resolve((any Logging).self).name == "other")
            }
            #expect(!container.canResolve((any Logging).self))
        }

        @Test func aServiceIsReleasedWithItsRegistrationAlsoIfTheTokenIsHeld() {
            final class Cache {}
            weak var released: Cache?
            let token = container.register(service: Cache.self) { Cache() }
            released = container.resolve(Cache.self)
            #expect(released != nil)
            container.remove(token)
            #expect(released == nil)
            withExtendedLifetime(token) {}
        }
    }
}
