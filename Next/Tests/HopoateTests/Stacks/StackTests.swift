import Hopoate
import Testing

@Suite struct StackTests {
    let container = DependencyContainer()

    @Test func theNewestAnswersAndRemovingItBringsBackTheOneBefore() {
        container.register("first", for: String.self)
        let second = container.register("second", for: String.self)
        let third = container.register("third", for: String.self)
        #expect(container.resolve(String.self) == "third")
        container.remove(third)
        #expect(container.resolve(String.self) == "second")
        container.remove(second)
        #expect(container.resolve(String.self) == "first")
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1], [1, 2, 0, 3]])
    func registrationsMayGoInAnyOrder(_ order: [Int]) {
        let tokens = (0..<4).map { container.register($0, for: Int.self) }
        var left = Array(0..<4)
        for index in order {
            container.remove(tokens[index])
            left.removeAll { $0 == index }
            #expect(container.optionalResolve(Int.self) == left.last)
            #expect(container.registrations.map(\.depth) == (0..<left.count).reversed())
        }
    }

    @Test func removingTwiceHasNoEffect() {
        let token = container.register("first", for: String.self)
        container.remove(token)
        container.register("second", for: String.self)
        container.remove(token)
        #expect(container.resolve(String.self) == "second")
    }

    @Test func aTokenOfAnotherContainerHasNoEffect() {
        let other = DependencyContainer()
        let token = other.register("other", for: String.self)
        container.register("own", for: String.self)
        container.remove(token)
        #expect(container.resolve(String.self) == "own")
        #expect(other.resolve(String.self) == "other")
    }

    @Test func aTokenOfAContainerThatIsGoneHasNoEffect() {
        let token = DependencyContainer().register("gone", for: String.self)
        for _ in 0..<100 {
            let container = DependencyContainer()
            container.register("own", for: String.self)
            container.remove(token)
            #expect(container.resolve(String.self) == "own")
        }
    }

    @Test func aRemovedMockIsReleasedAtOnceAlthoughItsTokenIsHeld() {
        let released = Counter()
        let instance = container.register(Logger { released.increment() }, for: (any Logging).self)
        let created = container.register(service: (any Logging).self) {
            let logger = Logger { released.increment() }
            return logger
        }
        let mock = Shared<Logger?>(Logger { released.increment() })
        let captured = container.register(service: (any Logging).self) { [mock = mock.value!] in mock }
        mock.value = nil

        container.remove(instance)
        #expect(released.count == 1)
        container.remove(created)
        #expect(released.count == 2)
        container.remove(captured)
        #expect(released.count == 3)
        withExtendedLifetime((instance, created, captured)) {}
    }

    @Test func aCoveredRegistrationKeepsItsInstance() {
        let runs = Counter()
        container.register(Int.self, lifetime: .cached) { runs.increment() }
        #expect(container.resolve(Int.self) == 1)
        let override = container.register(100, for: Int.self)
        #expect(container.resolve(Int.self) == 100)
        container.remove(override)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func droppingATokenRemovesNothing() {
        do { _ = container.register("still there", for: String.self) }
        #expect(container.resolve(String.self) == "still there")
    }

    /// An empty stack of a named key is freed, unless a registration for it is under way.
    @Test func anEagerCreatorMayEmptyTheStackThatItIsMadeFor() {
        let container = DependencyContainer()
        let token = container.register("old", for: String.self, named: "text")
        container.register(service: String.self, named: "text") {
            container.remove(token)
            return container.canResolve(String.self, named: "text") ? "not empty" : "empty"
        }
        #expect(container.resolve(String.self, named: "text") == "empty")
        container.reset()
    }

    /// A `deinit` that runs because of a removal may use the container, on the same thread and from others.
    @Test func aDeinitMayCallBackIntoTheContainer() {
        let container = container
        let seen = Shared<[String]>([])
        container.register("below", for: String.self)
        let token = container.register(
            Logger {
                seen.change { $0.append(container.resolve(String.self)) }
                let token = container.register("inside", for: String.self)
                onThreads(1) { _ in seen.change { $0.append(container.resolve(String.self)) } }
                container.remove(token)
            },
            for: (any Logging).self
        )
        container.remove(token)
        #expect(seen.value == ["below", "inside"])

        container.register(
            Logger { seen.change { $0.append(container.optionalResolve(String.self) ?? "nothing") } },
            for: (any Logging).self
        )
        container.reset()
        #expect(seen.value == ["below", "inside", "below"])
    }

    @Test func anEqualityThatCallsBackIsNeverAsked() {
        struct Fussy: Equatable {
            static func == (left: Fussy, right: Fussy) -> Bool {
                Issue.record("Nobody should compare services.")
                return true
            }
        }
        let first = container.register(Fussy(), for: Fussy.self)
        container.register(Fussy(), for: Fussy.self)
        container.remove(first)
        #expect(container.canResolve(Fussy.self))
    }

    @Test func registerAndRemoveFromManyThreads() {
        let container = container
        container.register(-1, for: Int.self)
        let haveEnded = onThreads(8) { thread in
            for round in 0..<300 {
                let name = round % 3 == 0 ? "shared" : nil
                let token = container.register(thread, for: Int.self, named: name)
                let seen = container.optionalResolve(Int.self, named: name)
                #expect(seen != nil && (-1..<8).contains(seen!))
                container.remove(token)
                container.remove(token)
            }
        }
        #expect(haveEnded)
        #expect(container.resolve(Int.self) == -1)
        #expect(container.registrations.count == 1)
    }
}
