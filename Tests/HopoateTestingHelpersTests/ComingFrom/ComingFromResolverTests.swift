// Coming from Resolver: what the examples of its documentation become, in the order of the article's table.

import Hopoate
import HopoateTestingHelpers
import Testing

enum ComingFromResolver {
    protocol Fetching: AnyObject {
        func fetch() -> String
    }

    protocol Updating: AnyObject {}

    final class Network: Fetching, Updating {
        func fetch() -> String { "network" }
    }

    final class MockNetwork: Fetching {
        func fetch() -> String { "mock" }
    }

    final class Session {
        var user = ""
    }

    final class Editor {
        let isEditing: Bool
        init(isEditing: Bool) { self.isEditing = isEditing }
    }

    struct Screen {
        let first: Network
        let second: Network
    }

    final class Model {
        @Dependency var network: any Fetching
        @Dependency(named: "fred") var fred: String
        @OptionalDependency var session: Session?
        @WeakDependency var updating: (any Updating)?
    }

    @Suite(.isolatedDependencies) struct ComingFromResolverTests {
        private var container: DependencyContainer { .shared }

        /// `register { Network() }`, whose scope is `graph` there.
        @Test func theDefaultKeepsTheServiceWhereItWasAGraphs() {
            container.register(Network.self) { Network() }
            #expect(container.resolve(Network.self) === container.resolve(Network.self))
            container.register(Network.self, lifetime: .graph) { Network() }
            container.register(Screen.self, lifetime: .transient) {
                Screen(first: resolve(Network.self), second: resolve(Network.self))
            }
            let screen = container.resolve(Screen.self)
            #expect(screen.first === screen.second)
            #expect(container.resolve(Network.self) !== screen.first)
        }

        /// `register { Network() as Fetching }` and `register { Network() }.implements(Fetching.self)`.
        @Test func aProtocolIsRegisteredByItsType() {
            container.register((any Fetching).self) { Network() }
            #expect(container.resolve((any Fetching).self).fetch() == "network")
            container.register(Network.self) { Network() }
            container.register((any Updating).self, lifetime: .transient) { resolve(Network.self) }
            #expect(container.resolve((any Updating).self) === container.resolve(Network.self))
        }

        @Test func scopesAreLifetimes() {
            let login = DependencyScope()
            container.register(Session.self, lifetime: .cached) { Session() }
            container.register(Session.self, lifetime: .scoped(login)) { Session() }
            let session = container.resolve(Session.self)
            #expect(container.resolve(Session.self) === session)
            login.reset()
            #expect(container.resolve(Session.self) !== session)
            container.register(Session.self, lifetime: .weak) { Session() }
            container.register(Session.self, lifetime: .transient) { Session() }
            #expect(container.resolve(Session.self) !== container.resolve(Session.self))
        }

        /// A `graph` shares values, too; Resolver shares objects only.
        @Test func aGraphSharesValuesToo() {
            struct Number: Equatable { let value: UInt64 }
            struct Pair {
                let first: Number
                let second: Number
            }
            container.register(Number.self, lifetime: .graph) { Number(value: .random(in: 0 ... .max)) }
            container.register(Pair.self, lifetime: .transient) {
                Pair(first: resolve(Number.self), second: resolve(Number.self))
            }
            let pair = container.resolve(Pair.self)
            #expect(pair.first == pair.second)
        }

        /// `@Injected` resolves when the object is made, and `@LazyInjected` at the first access. A property resolves at each.
        @Test func aPropertyFollowsWhatIsRegistered() {
            let model = Model()
            container.register(Network(), for: (any Fetching).self)
            container.register("Fred", for: String.self, named: "fred")
            #expect(model.network is Network)
            #expect(model.fred == "Fred")
            #expect(model.session == nil && model.updating == nil)
            let token = container.register(MockNetwork(), for: (any Fetching).self)
            #expect(model.network is MockNetwork)
            container.remove(token)
            #expect(model.network is Network)
        }

        /// `resolve(name: .fred)`, `optional()` and `resolve(args: true)`.
        @Test func servicesAreResolved() {
            container.register(Network(), for: (any Fetching).self, named: "fred")
            #expect(container.resolve((any Fetching).self, named: "fred") is Network)
            #expect(container.optionalResolve((any Fetching).self) == nil)
            container.register(Editor.self, taking: Bool.self) { Editor(isEditing: $0) }
            #expect(container.resolve(Editor.self, with: true).isEditing)
        }

        /// `.resolveProperties { resolver, session in session.user = "Ada" }`
        @Test func propertiesAreSetByADecorator() {
            container.register(Session.self) { Session() }
            container.decorate(Session.self) { session in
                session.user = "Ada"
                return session
            }
            #expect(container.resolve(Session.self).user == "Ada")
        }

        /// `static let mock = Resolver(parent: main)` and `Resolver.root = mock`.
        @Test func anotherRootIsBoundForAnOperation() {
            container.register(Network(), for: (any Fetching).self)
            let mocks = DependencyContainer(parent: container)
            mocks.register(MockNetwork(), for: (any Fetching).self)
            DependencyContainer.withShared(mocks) {
                #expect(resolve((any Fetching).self) is MockNetwork)
            }
            #expect(resolve((any Fetching).self) is Network)
        }

        /// The later registration of a type overwrites the former one there; here it covers it.
        @Test func aLaterRegistrationCoversTheFormerOne() {
            container.register(Network(), for: (any Fetching).self)
            let token = container.register(MockNetwork(), for: (any Fetching).self)
            #expect(container.resolve((any Fetching).self) is MockNetwork)
            container.remove(token)
            #expect(container.resolve((any Fetching).self) is Network)
        }
    }
}
