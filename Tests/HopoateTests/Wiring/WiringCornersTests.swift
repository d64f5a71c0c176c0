import Hopoate
import Testing

/// Wiring that is right, and which validation has to leave alone.
@Suite struct WiringCornersTests {
    let container = DependencyContainer()

    private final class Hen {
        init() {}
        init(lazyOptional: Lazy<Egg?>) {}
        init(lazyList: Lazy<[Egg]>) {}
        init(optionalLazy: Lazy<Egg>?) {}
    }

    private final class Egg { init(hen: Hen) {} }

    @Test func aLazyOptionalBreaksACycle() {
        container.autoregister(Hen.self, initializer: Hen.init(lazyOptional:))
        container.autoregister(Egg.self, initializer: Egg.init)
        _ = container.resolve(Egg.self)
    }

    @Test func aLazyListBreaksACycle() {
        container.autoregister(Hen.self, initializer: Hen.init(lazyList:))
        container.contribute(to: Egg.self) {
            Egg(hen: DependencyContainer.shared.resolve(Hen.self))
        }
        _ = container.resolveAll(Egg.self)
    }

    @Test func anOptionalHandleMayBeMissing() {
        container.autoregister(Hen.self, initializer: Hen.init(optionalLazy:))
        _ = container.resolve(Hen.self)
    }

    @Test func aDefaultThatIsFirstLookedUpWhileCreatingIsNotMissing() {
        container.register(Int.self, lifetime: .cached) {
            DependencyContainer.shared.resolve(\.cornerText).count
        }
    }

    @Test func aModulesRegistrationsGoNewestFirstOverItsSubmodules() {
        struct Base: DependencyModule {
            let removed: Shared<[String]>
            func register(in container: DependencyContainer) {
                container.register("base", for: String.self).onRemove { [removed] text in
                    removed.change { $0.append(text) }
                }
            }
        }
        struct Outer: DependencyModule {
            let removed: Shared<[String]>
            func register(in container: DependencyContainer) {
                container.register("outer", for: String.self).onRemove { [removed] text in
                    removed.change { $0.append(text) }
                }
                container.install(Base(removed: removed))
            }
        }
        let removed = Shared<[String]>([])
        container.remove(container.install(Outer(removed: removed)))
        #expect(removed.value == ["base", "outer"])
    }

    @Test func whatACreatorRegistersForAWhileIsNotMissing() {
        container.register(Int.self, lifetime: .cached) {
            let container = DependencyContainer.shared
            let token = container.register("x", for: String.self)
            defer { container.remove(token) }
            return container.resolve(String.self).count
        }
    }

    @Test func whatAParentMissesItsChildrenCannotMakeUpFor() {
        container.register(Int.self, lifetime: .cached) {
            try DependencyContainer.shared.resolving(String.self).count
        }
        let child = DependencyContainer(parent: container)
        child.register("x", for: String.self)
    }
}

extension DependencyKeys {
    fileprivate var cornerText: DependencyKey<String> { .init { "default" } }
}
