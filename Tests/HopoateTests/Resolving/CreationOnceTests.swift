import Hopoate
import Testing

/// A cached instance is created once, however many threads resolve it at once.
@Suite struct CreationOnceTests {
    let container = DependencyContainer()

    /// How a service is registered and resolved.
    private enum Way: CaseIterable {
        case cached, eagerThatWasReset, weak, scoped, perContainer, argument, keyDefault, decorated
        case contribution, ofParent, lazy, property

        var lifetime: Lifetime {
            switch self {
            case .eagerThatWasReset: .eager
            case .weak: .weak
            case .scoped: .scoped(DependencyScope())
            case .perContainer: .perContainer
            case .lazy, .property: .transient
            default: .cached
            }
        }

        func register(
            in container: DependencyContainer,
            _ make: @escaping @Sendable () -> Logger
        ) -> AnyServiceRegistration {
            switch self {
            case .argument: return container.register(Logger.self, taking: Int.self, lifetime: .cached) { _ in make() }
            case .keyDefault: return container.register(String.self, lifetime: .transient) { make().label }
            case .contribution: return container.contribute(to: Logger.self) { make() }
            case .decorated:
                container.register(Logger.self, lifetime: .cached) { Logger() }
                return container.decorate(Logger.self) { _ in make() }
            default: return container.register(Logger.self, lifetime: lifetime) { make() }
            }
        }

        /// How a thread resolves the service.
        func request(in container: DependencyContainer) -> @Sendable () -> Logger {
            switch self {
            case .argument: return { container.resolve(Logger.self, with: 1) }
            case .keyDefault: return { container.resolve(\.madeOnce) }
            case .contribution: return { container.resolveAll(Logger.self)[0] }
            case .ofParent: return { DependencyContainer(parent: container).resolve(Logger.self) }
            case .lazy:
                let lazy = Lazy(Logger.self, container: container)
                return { lazy() }
            case .property:
                let property = Dependency<Logger>(container: container)
                return { property.wrappedValue }
            default: return { container.resolve(Logger.self) }
            }
        }
    }

    @Test(arguments: Way.allCases) private func `threads that resolve at once get one instance`(_ way: Way) {
        let runs = Counter()
        let token = way.register(in: container) { Logger("\(runs.increment())") }
        if way == .eagerThatWasReset { container.reset(token) }
        let before = runs.count
        let loggers = atOnce(32) { [request = way.request(in: container)] _ in request() }
        #expect(loggers.count == 32)
        #expect(Set(loggers.map { ObjectIdentifier($0) }).count == 1)
        // A property may create one in vain.
        #expect(way == .property || runs.count == before + 1)
    }
}

extension DependencyKeys {
    fileprivate var madeOnce: DependencyKey<Logger> { .init { Logger(resolve(String.self)) } }
}
