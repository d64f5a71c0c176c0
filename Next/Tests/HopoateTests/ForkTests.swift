import Hopoate
import Testing

@Suite struct ForkTests {
    let container = DependencyContainer()

    @Test func aForkHasTheSameRegistrationsInTheSameOrder() {
        container.register("a", for: String.self)
        container.register("b", for: String.self)
        container.register("named", for: String.self, named: "n")
        container.register(Int.self, lifetime: .cached) { 1 }
        let fork = container.fork()
        #expect(fork.resolve(String.self) == "b")
        #expect(fork.resolve(String.self, named: "n") == "named")
        #expect(fork.registrations.map(\.description) == container.registrations.map(\.description))
    }

    @Test(arguments: [Lifetime.eager, .cached])
    func aForkHasInstancesOfItsOwn(_ lifetime: Lifetime) {
        container.register((any Logging).self, lifetime: lifetime) { Logger() }
        let before = container.resolve((any Logging).self)
        let fork = container.fork()
        #expect(fork.resolve((any Logging).self) !== before)
        #expect(fork.resolve((any Logging).self) === fork.resolve((any Logging).self))
        #expect(container.resolve((any Logging).self) === before)
    }

    @Test func registeredInstancesAreTheSameObjects() {
        let logger = Logger()
        container.register(logger, for: (any Logging).self)
        #expect(container.fork().resolve((any Logging).self) === logger)
    }

    @Test func nothingThatHappensLaterCrossesOver() {
        let token = container.register("first", for: String.self)
        let fork = container.fork()
        fork.register("fork", for: String.self)
        #expect(container.resolve(String.self) == "first")
        container.remove(token)
        fork.remove(token)
        #expect(!container.canResolve(String.self))
        #expect(fork.registrations.count == 2)
        fork.reset()
        container.register("again", for: String.self)
        #expect(!fork.canResolve(String.self))
    }

    @Test func aForksCreatorsRunWithTheForkAsTheSharedContainer() {
        container.register("outer", for: String.self)
        container.register(Int.self, lifetime: .cached) { resolve(String.self).count }
        let fork = container.fork()
        fork.register("in the fork", for: String.self)
        #expect(fork.resolve(Int.self) == "in the fork".count)
        #expect(container.resolve(Int.self) == "outer".count)
    }

    @Test func forkingWhileOthersRegisterSeesAConsistentState() {
        let container = container
        onThreads(4) { index in
            for round in 0..<200 {
                if index == 0 {
                    let count = container.fork().registrations.count
                    #expect((0...3).contains(count))
                } else {
                    let token = container.register(round, for: Int.self, named: "\(index)")
                    container.remove(token)
                }
            }
        }
    }
}
