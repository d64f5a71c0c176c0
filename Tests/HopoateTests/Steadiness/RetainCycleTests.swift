import Hopoate
import Testing

/// Wrappers in an object do not retain a container that creates and keeps the object.
@Suite struct RetainCycleTests {
    /// The service that visitors look up.
    fileprivate final class Service {}

    /// An object with a wrapper.
    fileprivate final class Visitor {
        let look: () -> Service?
        init(_ look: @escaping () -> Service?) { self.look = look }
        var service: Service? { look() }
    }

    /// An object that each look-up creates again.
    fileprivate final class Guest { let service = Dependency<Service>() }

    private enum Kind: CaseIterable {
        case property, optionalProperty, lazy, lazyGuest, provider

        func make() -> Visitor {
            switch self {
            case .property:
                let property = Dependency<Service>()
                return Visitor { property() }
            case .optionalProperty:
                let property = OptionalDependency<Service>()
                return Visitor { property() }
            case .lazy:
                let lazy = Lazy<Service>()
                return Visitor { lazy() }
            case .lazyGuest:
                let lazy = Lazy<Guest>()
                return Visitor { lazy().service() }
            case .provider:
                let provider = Provider<Service>()
                return Visitor { provider() }
            }
        }
    }

    /// The ways for a container to keep an object.
    private enum Way: CaseIterable {
        case eager, cached, scoped, perContainer, decorator, argument, contribution, overwriting

        /// It lives as long as the process.
        private static let scope = DependencyScope()

        func register(_ kind: Kind, in container: DependencyContainer) {
            switch self {
            case .eager: container.register(service: Visitor.self) { kind.make() }
            case .cached: container.register(Visitor.self) { kind.make() }
            case .scoped: container.register(Visitor.self, lifetime: .scoped(Way.scope)) { kind.make() }
            case .perContainer: container.register(Visitor.self, lifetime: .perContainer) { kind.make() }
            case .decorator:
                container.register(Visitor { nil }, for: Visitor.self)
                container.decorate(Visitor.self) { _ in kind.make() }
            case .argument: container.register(Visitor.self, taking: Int.self, lifetime: .cached) { _ in kind.make() }
            case .contribution: container.contribute(to: Visitor.self) { kind.make() }
            case .overwriting: container.overwriteExistingRegistrations(service: Visitor.self) { kind.make() }
            }
        }

        func resolve(from container: DependencyContainer) -> Visitor? {
            switch self {
            case .argument: container.resolve(Visitor.self, with: 1)
            case .contribution: container.resolveAll(Visitor.self).first
            default: container.resolve(Visitor.self)
            }
        }
    }

    @Test(arguments: Way.allCases, Kind.allCases)
    private func `an object does not keep a container that creates and keeps it`(_ way: Way, _ kind: Kind) {
        weak var released: DependencyContainer?
        weak var visitor: Visitor?
        do {
            let container = container()
            released = container
            way.register(kind, in: container)
            visitor = way.resolve(from: container)
            #expect(visitor?.service != nil)
            #expect(way.resolve(from: container) === visitor)
        }
        #expect(released == nil)
        #expect(visitor == nil)
    }

    /// An object that no creator returned retains its container, even if that keeps the object.
    @Test(arguments: Kind.allCases)
    private func `removeAll breaks the retain cycle of a registered instance`(_ kind: Kind) {
        weak var released: DependencyContainer?
        weak var visitor: Visitor?
        do {
            let container = container()
            released = container
            let created = DependencyContainer.withShared(container) { kind.make() }
            visitor = created
            container.register(created, for: Visitor.self)
            #expect(container.resolve(Visitor.self).service != nil)
            container.removeAll()
        }
        #expect(released == nil)
        #expect(visitor == nil)
    }

    private func container() -> DependencyContainer {
        let container = DependencyContainer()
        container.register(Service(), for: Service.self)
        container.register(Guest.self, lifetime: .transient) { Guest() }
        return container
    }

    /// In a process of its own, as a property without its container traps.
    @Test(arguments: [true, false]) func `a Lazy and its instance each keep the container`(isLazyHeld: Bool) async {
        await #expect(processExitsWith: .success) { [isLazyHeld = isLazyHeld as Bool] in
            for kind in Kind.allCases {
                weak var released: DependencyContainer?
                do {
                    let held = { () -> (lazy: Lazy<Visitor>?, visitor: Visitor?) in
                        let container = RetainCycleTests().container()
                        released = container
                        container.register(Visitor.self, lifetime: .transient) { kind.make() }
                        let lazy = Lazy<Visitor>(container: container)
                        let visitor = lazy()
                        return isLazyHeld ? (lazy, nil) : (nil, visitor)
                    }()
                    try #require((held.visitor ?? held.lazy?())?.service != nil)
                }
                try #require(released == nil)
            }
        }
    }

    @Test(arguments: [Lifetime.transient, .weak, .graph])
    func `an object keeps a container that creates but does not keep it`(_ lifetime: Lifetime) {
        weak var released: DependencyContainer?
        do {
            let visitor = { () -> Visitor in
                let container = container()
                released = container
                container.register(Visitor.self, lifetime: lifetime) { Kind.property.make() }
                return container.resolve(Visitor.self)
            }()
            #expect(released != nil)
            #expect(visitor.service != nil)
        }
        #expect(released == nil)
    }
}
