import Hopoate
import Testing

/// What a container keeps, and what has wrappers as stored properties, does not keep the container, however it got there.
@Suite struct RetainCycleTests {
    /// What the visitors look up.
    fileprivate final class Service {}

    /// What has a wrapper as a stored property.
    fileprivate class Visitor {
        var service: Service? { nil }
    }

    fileprivate protocol Visiting {
        var service: Service { get }
    }

    private final class PropertyReader: Visitor {
        @Dependency private var wrapped: Service
        override var service: Service? { wrapped }
    }

    private final class OptionalReader: Visitor {
        @OptionalDependency private var wrapped: Service?
        override var service: Service? { wrapped }
    }

    private final class KeyReader: Visitor {
        @Dependency(\.retained) private var wrapped
        override var service: Service? { wrapped as? Service }
    }

    private final class ConstantReader: Visitor {
        private let wrapped = Dependency<Service>()
        override var service: Service? { wrapped.wrappedValue }
    }

    private final class LazyReader: Visitor {
        private let wrapped = Lazy<Service>()
        override var service: Service? { wrapped.get() }
    }

    private final class ProviderReader: Visitor {
        private let wrapped = Provider<Service>()
        override var service: Service? { wrapped() }
    }

    /// Its superclass has the wrapper.
    private class Inheriting: Visitor {
        @Dependency private var wrapped: Service
        override var service: Service? { wrapped }
    }

    private final class Inheritor: Inheriting {
        private let own = 1
    }

    /// It has its wrappers in a value of its own.
    private final class Grouping: Visitor {
        private struct Group {
            let name = "a"
            let pair = (1, Lazy<Service>())
            @OptionalDependency var optional: Service?
            var wrapped: Service { optional.map { _ in pair.1.get() }! }
        }
        private let index: UInt8 = 1
        private let group = Group()
        private weak var other: Visitor?
        private let anything: (any Visiting, any Sendable.Type, (@Sendable () -> Void)?)? = nil
        private let existential: any Equatable = 1
        private let type: any Sendable.Type = Int.self
        override var service: Service? { group.wrapped }
    }

    private enum Kind: CaseIterable {
        case property, optionalProperty, keyProperty, constant, lazy, provider, inherited, grouped

        func make() -> Visitor {
            switch self {
            case .property: PropertyReader()
            case .optionalProperty: OptionalReader()
            case .keyProperty: KeyReader()
            case .constant: ConstantReader()
            case .lazy: LazyReader()
            case .provider: ProviderReader()
            case .inherited: Inheritor()
            case .grouped: Grouping()
            }
        }
    }

    /// How an object that was made outside of every creator comes to be kept.
    private enum Way: CaseIterable {
        case instance, overwriting, keySetter, eagerCreator, cachedCreator, scopedCreator
        case decorator, argument, contribution

        func keep(_ visitor: Visitor, in container: DependencyContainer) {
            // One thread at a time has it.
            nonisolated(unsafe) let visitor = visitor
            switch self {
            case .instance: container.register(visitor, for: Visitor.self)
            case .overwriting: container.overwriteExistingRegistrations(withService: visitor, for: Visitor.self)
            case .keySetter: container[\.visitor] = visitor
            case .eagerCreator: container.register(service: Visitor.self) { visitor }
            case .cachedCreator: container.register(Visitor.self, lifetime: .cached) { visitor }
            case .scopedCreator: container.register(Visitor.self, lifetime: .scoped(scope)) { visitor }
            case .decorator:
                container.register(Visitor(), for: Visitor.self)
                container.decorate(Visitor.self) { _ in visitor }
            case .argument:
                container.register(Visitor.self, taking: Int.self, lifetime: .cached) { _ in visitor }
            case .contribution: container.contribute(to: Visitor.self, lifetime: .cached) { visitor }
            }
        }

        func resolve(from container: DependencyContainer) -> Visitor? {
            switch self {
            case .keySetter: container.resolve(\.visitor)
            case .argument: container.resolve(Visitor.self, with: 1)
            case .contribution: container.resolveAll(Visitor.self).first
            default: container.resolve(Visitor.self)
            }
        }
    }

    /// It lives as long as the process.
    private static let scope = DependencyScope()

    /// Runs a body with a container that has the service, and expects nothing to be left of it and of what the body returns.
    private func expectNothingLeft(_ body: (DependencyContainer) -> AnyObject?) {
        weak var container: DependencyContainer?
        weak var object: AnyObject?
        do {
            let own = DependencyContainer()
            container = own
            own.register(Service(), for: Service.self)
            own[\.retained] = own.resolve(Service.self)
            object = body(own)
            #expect(container != nil)
        }
        #expect(container == nil)
        #expect(object == nil)
    }

    @Test(arguments: Way.allCases, Kind.allCases)
    private func anObjectThatIsKeptDoesNotKeepItsContainer(_ way: Way, _ kind: Kind) {
        expectNothingLeft { container in
            way.keep(DependencyContainer.withShared(container) { kind.make() }, in: container)
            let visitor = way.resolve(from: container)
            #expect(visitor?.service === container.resolve(Service.self))
            return visitor
        }
    }

    @Test func itsRemovalIsToldWhenTheContainerGoes() {
        let removed = Counter()
        expectNothingLeft { container in
            let visitor = DependencyContainer.withShared(container) { PropertyReader() }
            container.register(visitor, for: PropertyReader.self).onRemove { _ in removed.increment() }
            return visitor
        }
        #expect(removed.count == 1)
    }

    @Test func aValueThatIsKeptDoesNotKeepItsContainer() {
        struct Value {
            @Dependency var service: Service
        }
        expectNothingLeft { container in
            container.register(DependencyContainer.withShared(container) { Value() }, for: Value.self)
            return container.resolve(Value.self).service
        }
    }

    @Test func aValueThatIsKeptAsAProtocolDoesNotKeepItsContainer() {
        struct Value: Visiting {
            let before = (1, "a")
            @Dependency var service: Service
        }
        expectNothingLeft { container in
            container.register(DependencyContainer.withShared(container) { Value() }, for: (any Visiting).self)
            return container.resolve((any Visiting).self).service
        }
    }

    @Test func aLazyServiceThatIsKeptDoesNotKeepItsContainer() {
        expectNothingLeft { container in
            container.register(PropertyReader.self, lifetime: .transient) { PropertyReader() }
            container.register(Lazy<PropertyReader>(container: container), for: Lazy<PropertyReader>.self)
            let visitor = container.resolve(Lazy<PropertyReader>.self).get()
            #expect(visitor.service != nil)
            return visitor
        }
    }

    @Test func whatALazyServiceThatIsKeptHoldsDoesNotKeepItsContainer() {
        expectNothingLeft { container in
            nonisolated(unsafe) let visitor = DependencyContainer.withShared(container) { PropertyReader() }
            container.register(PropertyReader.self, lifetime: .transient) { visitor }
            container.register(Lazy<PropertyReader>.self, lifetime: .cached) { Lazy() }
            #expect(container.resolve(Lazy<PropertyReader>.self).get().service != nil)
            return visitor
        }
    }

    // MARK: - What keeps its container

    private func container() -> DependencyContainer {
        let container = DependencyContainer()
        container.register(Service(), for: Service.self)
        container[\.retained] = container.resolve(Service.self)
        return container
    }

    @Test(arguments: Kind.allCases)
    private func anObjectOutsideKeepsItsContainer(_ kind: Kind) {
        weak var released: DependencyContainer?
        do {
            let visitor = { () -> Visitor in
                let container = container()
                released = container
                return DependencyContainer.withShared(container) { kind.make() }
            }()
            #expect(released != nil)
            #expect(visitor.service != nil)
        }
        #expect(released == nil)
    }

    @Test(arguments: [Lifetime.transient, .weak, .graph])
    func anObjectThatItsContainerMakesAndDoesNotKeepKeepsIt(_ lifetime: Lifetime) {
        weak var released: DependencyContainer?
        do {
            let visitor = { () -> Visitor in
                let container = container()
                released = container
                container.register(Visitor.self, lifetime: lifetime) { PropertyReader() }
                return container.resolve(Visitor.self)
            }()
            #expect(released != nil)
            #expect(visitor.service != nil)
        }
        #expect(released == nil)
    }

    /// What a property keeps, as its registration does not.
    private final class Client {
        @Dependency var service: Service
    }

    private final class Handler {
        @Dependency var client: Client
    }

    private final class OptionalHandler {
        @OptionalDependency var client: Client?
    }

    @Test func anObjectThatAnotherContainerKeepsKeepsItsOwn() {
        weak var released: DependencyContainer?
        do {
            let other = DependencyContainer()
            do {
                let container = container()
                released = container
                let visitor = DependencyContainer.withShared(container) { PropertyReader() }
                other.register(visitor, for: PropertyReader.self)
            }
            #expect(released != nil)
            #expect(other.resolve(PropertyReader.self).service != nil)
        }
        #expect(released == nil)
    }
}

extension DependencyKeys {
    fileprivate var retained: DependencyKey<AnyObject> { .required() }
    fileprivate var visitor: DependencyKey<RetainCycleTests.Visitor> { .required() }
}
