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

    private struct Hen: DependencyModule {
        var submodules: [any DependencyModule] { [Egg()] }
        func register(in container: DependencyContainer) { container.register("hen", for: String.self) }
    }

    private struct Egg: DependencyModule {
        var submodules: [any DependencyModule] { [Hen(), Egg()] }
        func register(in container: DependencyContainer) { container.register(1, for: Int.self) }
    }

    @Test func `modules that list each other end together if two threads have installed them`() {
        for _ in 0..<200 {
            let tokens = Shared<[InstalledModule]>([])
            let haveEnded = onThreads(2, within: 20) { [container] thread in
                let token = thread == 0 ? container.install(Hen()) : container.install(Egg())
                tokens.change { $0.append(token) }
            }
            #expect(haveEnded)
            for token in tokens.value {
                #expect(container.canResolve(String.self) && container.canResolve(Int.self))
                container.remove(token)
            }
            #expect(container.registrations.isEmpty)
        }
    }

    @Test func `modules that list each other are released with their container`() {
        struct Ring: DependencyModule {
            let logger: Logger
            var submodules: [any DependencyModule] { [self] }
            func register(in container: DependencyContainer) { container.register(logger, for: Logger.self) }
        }
        weak var logger: Logger?
        var container: DependencyContainer? = DependencyContainer()
        do {
            let held = Logger("held")
            logger = held
            container?.install(Ring(logger: held))
        }
        #expect(logger != nil)
        container = nil
        #expect(logger == nil)
    }

    @Test func `a module that another one installs while it registers counts as a submodule`() {
        struct Outer: DependencyModule {
            func register(in container: DependencyContainer) {
                let inner = container.install(Base())
                container.remove(inner)
                container.install(self)
            }
        }
        let tokens = [container.install(Outer()), container.install(Outer())]
        #expect(container.registrations.count == 2)
        container.remove(tokens[0])
        #expect(container.registrations.count == 2)
        container.remove(tokens[1])
        #expect(container.registrations.isEmpty)
    }

    @Test func `a module that empties the container while it registers is removed by its token`() {
        struct Emptying: DependencyModule {
            var submodules: [any DependencyModule] { [Base()] }
            func register(in container: DependencyContainer) {
                container.removeAll()
                container.register(1, for: Int.self)
            }
        }
        let token = container.install(Emptying())
        #expect(container.registrations.count == 1)
        container.remove(token)
        #expect(container.registrations.isEmpty)
    }
}
