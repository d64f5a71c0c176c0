import Hopoate
import Testing

@Suite struct NamesTests {
    let container = DependencyContainer()

    /// Names come and go in a random order, and just the ones that are there have to be found.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func namesAreFoundWhileOthersComeAndGo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var registered: [Int: [(token: AnyServiceRegistration, value: Int)]] = [:]
        for step in 0..<5_000 {
            let number = Int.random(in: 0..<400, using: &random)
            if Bool.random(using: &random), let last = registered[number]?.popLast() {
                container.remove(last.token)
            } else {
                let token = container.register(step, for: Int.self, named: "\(number)")
                registered[number, default: []].append((token, step))
            }
        }
        for number in 0..<400 {
            let expected = registered[number]?.last?.value
            #expect(container.optionalResolve(Int.self, named: "\(number)") == expected)
            #expect(container.canResolve(Int.self, named: "\(number)") == (expected != nil))
        }
    }

    @Test func aPropertyFindsWhatIsRegisteredAfterItsNameWasEmpty() {
        let property = Dependency<Int>(named: "a", container: container)
        let token = container.register(1, for: Int.self, named: "a")
        container.remove(token)
        container.register(2, for: Int.self, named: "a")
        #expect(property.wrappedValue == 2)
    }

    @Test func keysDifferByTypeAndByName() throws {
        container.register(0, for: Int.self)
        container.register(1, for: Int.self, named: "")
        container.register(2, for: Int.self, named: "a")
        container.register("3", for: String.self, named: "a")
        #expect(container.resolve(Int.self) == 0)
        #expect(container.resolve(Int.self, named: "") == 1)
        #expect(container.resolve(Int.self, named: "a") == 2)
        #expect(container.resolve(String.self, named: "a") == "3")
        #expect(!container.canResolve(Int.self, named: "b"))
        #expect(!container.canResolve(String.self))
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self, named: "b") }
        #expect(error.description.contains("Swift.Int named \"b\""))
    }
}
