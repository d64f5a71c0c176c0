import Hopoate
import HopoateDiagnostics
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

    private func problems(of container: DependencyContainer, byCreating: Bool = false) -> [String] {
        container.problems(byCreating: byCreating).map(\.description)
    }

    @Test func aLazyOptionalBreaksACycle() {
        container.autoregister(Hen.self, initializer: Hen.init(lazyOptional:))
        container.autoregister(Egg.self, initializer: Egg.init)
        _ = container.resolve(Egg.self)
        #expect(problems(of: container).isEmpty)
    }

    @Test func aLazyListBreaksACycle() {
        container.autoregister(Hen.self, initializer: Hen.init(lazyList:))
        container.contribute(to: Egg.self) {
            Egg(hen: DependencyContainer.shared.resolve(Hen.self))
        }
        _ = container.resolveAll(Egg.self)
        #expect(problems(of: container, byCreating: true).isEmpty)
    }

    @Test func anOptionalHandleMayBeMissing() {
        container.autoregister(Hen.self, initializer: Hen.init(optionalLazy:))
        _ = container.resolve(Hen.self)
        #expect(problems(of: container).isEmpty)
    }

    @Test func aDefaultThatIsFirstLookedUpWhileCreatingIsNotMissing() {
        container.register(Int.self, lifetime: .cached) {
            DependencyContainer.shared.resolve(\.cornerText).count
        }
        #expect(problems(of: container, byCreating: true).isEmpty)
    }

    @Test func aDecoratedDefaultThatNobodyHasLookedUpIsThere() {
        let child = DependencyContainer(parent: container)
        child.decorate(\.cornerText) { "<\($0)>" }
        #expect(problems(of: child).isEmpty)
        #expect(problems(of: child, byCreating: true).isEmpty)
        #expect(child.graph().edges.map(\.to) == [0])
        #expect(child.resolve(\.cornerText) == "<default>")
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
        #expect(problems(of: container, byCreating: true).isEmpty)
    }

    @Test func whatAParentMissesItsChildrenCannotMakeUpFor() {
        container.register(Int.self, lifetime: .cached) {
            try DependencyContainer.shared.resolving(String.self).count
        }
        let child = DependencyContainer(parent: container)
        child.register("x", for: String.self)
        #expect(problems(of: container, byCreating: true).count == 1)
        #expect(problems(of: child, byCreating: true).count == 1)
    }

    @Test func whatAModuleOfAnotherContainerRegistersMeanwhileIsTheModulesToo() {
        struct Inner: DependencyModule {
            let outer: DependencyContainer
            func register(in container: DependencyContainer) { outer.register("x", for: String.self) }
        }
        struct Outer: DependencyModule {
            let other: DependencyContainer
            func register(in container: DependencyContainer) { other.install(Inner(outer: container)) }
        }
        let token = container.install(Outer(other: DependencyContainer()))
        container.remove(token)
        #expect(!container.canResolve(String.self))
    }
}

extension DependencyKeys {
    fileprivate var cornerText: DependencyKey<String> { .init { "default" } }
}
