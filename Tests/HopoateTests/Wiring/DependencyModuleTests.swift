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

    @Test func `submodules are installed before their module, and its token removes all`() throws {
        container.register("app", for: String.self)
        let token = container.install(Left())
        #expect(try container.resolving(String.self) == "left over base")
        container.remove(token)
        #expect(try container.resolving(String.self) == "app")
        #expect(container.registrations.count == 1)
        container.remove(token)
        container.install(Left())
        #expect(try container.resolving(String.self) == "left over base")
    }

    @Test func `a module is installed once and stays while another needs it`() throws {
        let tokens = [container.install(Left()), container.install(Right(number: 42)), container.install(Base())]
        #expect(container.resolveAll(String.self) == ["base"])
        #expect(try container.resolving(Int.self) == 42)
        #expect(container.registrations.count == 4)
        for token in tokens {
            #expect(container.canResolve(String.self))
            container.remove(token)
            container.remove(token)
        }
        #expect(container.registrations.isEmpty)
    }

    @Test func `modules that need each other are installed once, and a module may install another`() {
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

    /// A module with an object, which the container keeps for comparisons.
    private struct Keeping: DependencyModule, Equatable {
        let logger: Logger

        static func == (left: Keeping, right: Keeping) -> Bool { left.logger === right.logger }
        func register(in container: DependencyContainer) {}
    }

    @Test(arguments: [true, false]) func `an object of a module is released outside of locks`(isReset: Bool) {
        let (app, seen) = (container, Shared<String?>(nil))
        app.register(String.self, lifetime: .transient) { "made" }
        let haveEnded = onThreads(1, within: 20) { _ in
            let child = DependencyContainer(parent: app)
            do {
                let keeping = Keeping(logger: Logger { seen.value = child.optionalResolve(String.self) })
                // A token keeps the module too.
                if isReset { child.install(keeping) } else { child.remove(child.install(keeping)) }
            }
            child.removeAll()
        }
        #expect(haveEnded)
        #expect(seen.value == "made")
    }
}
