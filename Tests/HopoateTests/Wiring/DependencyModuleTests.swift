import Hopoate
import Testing

@Suite struct DependencyModuleTests {
    let container = DependencyContainer()

    private struct Base: DependencyModule {
        func register(in container: DependencyContainer) {
            container.register("base", for: String.self)
            container.contribute(to: String.self) { "base" }
        }
    }

    private struct Left: DependencyModule {
        var submodules: [any DependencyModule] { [Base()] }

        func register(in container: DependencyContainer) {
            container.register("left over \(container.resolve(String.self))", for: String.self)
        }
    }

    private struct Right: DependencyModule {
        let number: Int
        var submodules: [any DependencyModule] { [Base()] }

        func register(in container: DependencyContainer) { container.register(number, for: Int.self) }
    }

    @Test func aModulesSubmodulesAreInstalledBeforeItAndItsTokenTakesAllOut() {
        container.register("app", for: String.self)
        let token = container.install(Left())
        #expect(container.resolve(String.self) == "left over base")
        container.remove(token)
        #expect(container.resolve(String.self) == "app")
        #expect(container.registrations.count == 1)
        container.remove(token)
        container.install(Left())
        #expect(container.resolve(String.self) == "left over base")
    }

    @Test func aModuleIsInstalledOnceAndStaysAsLongAsAnotherNeedsIt() {
        let tokens = [container.install(Left()), container.install(Right(number: 42)), container.install(Base())]
        #expect(container.resolveAll(String.self) == ["base"])
        #expect(container.resolve(Int.self) == 42)
        #expect(container.registrations.count == 4)
        for token in tokens {
            #expect(container.canResolve(String.self))
            container.remove(token)
            container.remove(token)
        }
        #expect(container.registrations.isEmpty)
    }

    @Test func modulesThatNeedEachOtherAreInstalledOnceAndAModuleMayInstallAnother() {
        struct Hen: DependencyModule {
            var submodules: [any DependencyModule] { [Egg()] }
            func register(in container: DependencyContainer) { container.install(Base()) }
        }
        struct Egg: DependencyModule {
            var submodules: [any DependencyModule] { [Hen()] }
            func register(in container: DependencyContainer) { container.register(1, for: Int.self) }
        }
        let token = container.install(Hen())
        #expect(container.registrations.count == 3)
        container.remove(token)
        #expect(container.registrations.isEmpty)
    }

    @Test func registrationsGoNewestFirstWithTheirCleanUps() {
        struct Cleaning: DependencyModule {
            let removed: Shared<[String]>

            func register(in container: DependencyContainer) {
                let removed = removed
                for text in ["a", "b"] {
                    container.register(text, for: String.self, named: text)
                        .onRemove { text in removed.change { $0.append(text) } }
                }
            }
        }
        let removed = Shared<[String]>([])
        container.remove(container.install(Cleaning(removed: removed)))
        #expect(removed.value == ["b", "a"])
    }

    @Test func aModuleMayResetTheContainerFirst() {
        struct Sole: DependencyModule {
            func register(in container: DependencyContainer) {
                container.reset()
                container.install(Base())
                container.register(1, for: Int.self)
            }
        }
        let older = container.install(Base())
        let token = container.install(Sole())
        #expect(container.registrations.count == 3)
        container.remove(older)
        #expect(container.resolve(String.self) == "base")
        container.remove(token)
        #expect(container.registrations.isEmpty)
    }

    @Test func whatIsRegisteredElsewhereMeanwhileIsNotTheModules() {
        struct Elsewhere: DependencyModule {
            let other: DependencyContainer
            func register(in container: DependencyContainer) {
                other.register("other", for: String.self)
                container.register("own", for: String.self)
            }
        }
        let other = DependencyContainer()
        container.remove(container.install(Elsewhere(other: other)))
        #expect(other.resolve(String.self) == "other")
        #expect(!container.canResolve(String.self))
    }
}
