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

    @Test func aModulesSubmodulesAreInstalledBeforeIt() {
        container.install(Left())
        #expect(container.resolve(String.self) == "left over base")
    }

    @Test func aModuleIsInstalledOnceHoweverOftenItIsNamed() {
        container.install(Left())
        container.install(Right(number: 1))
        container.install(Base())
        #expect(container.resolveAll(String.self) == ["base"])
        #expect(container.registrations.count == 4)
    }

    @Test func modulesTakeInstances() {
        container.install(Right(number: 42))
        #expect(container.resolve(Int.self) == 42)
    }

    @Test func aTokenTakesAllOfItOut() {
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

    @Test func whatAnotherModuleNeedsStays() {
        let left = container.install(Left())
        let right = container.install(Right(number: 1))
        container.remove(left)
        #expect(container.resolve(String.self) == "base")
        container.remove(right)
        #expect(container.registrations.isEmpty)
    }

    @Test func installedTwiceIsTakenOutByTheSecondToken() {
        let tokens = [container.install(Base()), container.install(Base())]
        container.remove(tokens[0])
        #expect(container.canResolve(String.self))
        container.remove(tokens[0])
        #expect(container.canResolve(String.self))
        container.remove(tokens[1])
        #expect(!container.canResolve(String.self))
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

    @Test func modulesThatNeedEachOtherAreInstalledOnce() {
        struct Hen: DependencyModule {
            var submodules: [any DependencyModule] { [Egg()] }
            func register(in container: DependencyContainer) { container.register("hen", for: String.self) }
        }
        struct Egg: DependencyModule {
            var submodules: [any DependencyModule] { [Hen()] }
            func register(in container: DependencyContainer) { container.register(1, for: Int.self) }
        }
        let token = container.install(Hen())
        #expect(container.registrations.count == 2)
        container.remove(token)
        #expect(container.registrations.isEmpty)
    }

    @Test func aModuleMayInstallAnotherWhileItRegisters() {
        struct Outer: DependencyModule {
            func register(in container: DependencyContainer) {
                container.install(Base())
                container.register(1, for: Int.self)
            }
        }
        let token = container.install(Outer())
        #expect(container.resolve(String.self) == "base")
        container.remove(token)
        #expect(container.registrations.isEmpty)
    }

    @Test func containersInstallForThemselves() {
        let child = DependencyContainer(parent: container)
        let token = container.install(Base())
        child.install(Base())
        #expect(child.resolveAll(String.self) == ["base", "base"])
        child.remove(token)
        #expect(container.canResolve(String.self))
    }

    @Test func aForkHasTheModulesAndTheirRegistrations() {
        container.install(Left())
        let fork = container.fork()
        let again = fork.install(Left())
        #expect(fork.registrations.count == 3)
        fork.remove(again)
        #expect(fork.registrations.count == 3)
        let token = container.install(Left())
        fork.remove(token)
        #expect(fork.registrations.count == 3)
    }

    @Test func resettingForgetsThem() {
        let token = container.install(Base())
        container.reset()
        container.install(Base())
        container.remove(token)
        #expect(container.resolve(String.self) == "base")
    }

    @Test func aModuleMayResetTheContainerFirst() {
        struct Sole: DependencyModule {
            func register(in container: DependencyContainer) {
                container.reset()
                container.install(Base())
                container.register(1, for: Int.self)
            }
        }
        container.register(2, for: Int.self)
        let token = container.install(Sole())
        #expect(container.registrations.count == 3)
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

    @Test func aModuleOfEqualValuesIsInstalledOnceHoweverDeepTheyAre() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            for _ in 0..<20 {
                var headers: [String: String] = [:]
                for number in 0..<6 { headers["header \(number)"] = "value" }
                container.install(Deep(headers: headers))
            }
        }
    }

    private struct Deep: DependencyModule {
        struct Settings {
            let headers: [String: String]
            let adapt: (@Sendable (String) -> String)?
        }
        let settings: Settings
        let optional: [String: String]?
        let sets: [Set<String>]
        let object: Counter? = Counter()
        let lists: [String: [Settings]]

        init(headers: [String: String]) {
            (settings, optional) = (Settings(headers: headers) { $0 }, headers)
            sets = [Set(headers.keys)]
            lists = headers.mapValues { _ in [Settings(headers: headers, adapt: nil)] }
        }

        func register(in container: DependencyContainer) {}
    }
}
