import Hopoate
import Testing

@Suite struct ArgumentTests {
    let container = DependencyContainer()

    private final class Detail {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// An argument that counts its release.
    private final class Key: Hashable, Sendable {
        let number: Int
        let released: Counter
        init(_ number: Int, _ released: Counter) { (self.number, self.released) = (number, released) }
        deinit { released.increment() }
        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private protocol Animal: Sendable {}
    private struct Cat: Animal, Hashable {}
    private enum Failure: Error { case empty }

    /// The compiler opens an existential argument, and would use the inner type for the key.
    @Test func `an existential argument is found by the registered type`() async throws {
        container.register(Detail.self, taking: (any Animal).self, lifetime: .cached) { Detail("\($0)") }
        container.register(Detail.self, taking: (any Error).self) { Detail("error \($0)") }
        container.register(Detail.self, taking: Any.self) { Detail("any \($0)") }
        container.register(Detail.self, taking: (any Animal & CustomStringConvertible)?.self) { Detail("\($0 == nil)") }
        let pet: any Animal = Cat()
        let detail = container.resolve(Detail.self, with: pet)
        #expect(detail.text == "Cat()")
        #expect(container.optionalResolve(Detail.self, with: pet) === detail)
        #expect(try container.resolving(Detail.self, with: pet) === detail)
        #expect(try await container.asyncResolve(Detail.self, with: pet) === detail)
        #expect(container.resolve(Detail.self, with: Cat(), as: (any Animal).self) === detail)
        #expect(container.resolve(Detail.self, with: 1 as Any).text == "any 1")
        #expect(
            container.resolve(Detail.self, with: nil, as: (any Animal & CustomStringConvertible)?.self).text == "true"
        )
        do { throw Failure.empty } catch {
            #expect(container.resolve(Detail.self, with: error).text == "error empty")
        }
        DependencyContainer.withShared(container) {
            #expect(resolve(Detail.self, with: pet) === detail)
            #expect(optionalResolve(Detail.self, with: pet) === detail)
            #expect((try? resolving(Detail.self, with: pet)) === detail)
        }
    }

    @Test func `registrations differ by the type of the argument and by name`() throws {
        container.register(String.self, taking: Int.self) { "int \($0)" }
        container.register(String.self, taking: Double.self) { "double \($0)" }
        container.register(String.self, taking: Int.self, named: "n") { "named \($0)" }
        container.register("plain", for: String.self)
        // A closure type as a service of its own.
        container.register({ "closure \($0)" }, for: ((Int) -> String).self)
        #expect(container.resolve(String.self, with: 1) == "int 1")
        #expect(container.resolve(String.self, with: 1.5) == "double 1.5")
        #expect(container.resolve(String.self, with: 1, named: "n") == "named 1")
        #expect(container.resolve(String.self) == "plain")
        #expect(container.resolve(((Int) -> String).self)(1) == "closure 1")
        #expect(container.canResolve(String.self, taking: Int.self))
        #expect(!container.canResolve(String.self, taking: Bool.self))
        #expect(container.optionalResolve(String.self, with: true) == nil)
    }

    @Test func `only the caller gets an instance for an argument that is unequal to itself`() {
        let created = Counter()
        container.register(Int.self, taking: Double.self, lifetime: .cached) { _ in created.increment() }
        #expect((1...3).map { _ in container.resolve(Int.self, with: Double.nan) } == [1, 2, 3])
    }

    @Test(arguments: [Lifetime.cached, .transient, .graph])
    func `recursion with an equal argument is a cycle`(_ lifetime: Lifetime) {
        container.register(Int.self, taking: String.self, lifetime: lifetime) {
            try DependencyContainer.shared.resolving(Int.self, with: $0 == "a" ? "b" : "a")
        }
        #expect(failure { try container.resolving(Int.self, with: "a") } == "cycle: Int → Int → Int")
    }

    @Test func `a sweep releases instances that are not held`() {
        let arguments = Counter()
        for lifetime in [Lifetime.weak, .transient, .graph] {
            let before = arguments.count
            let token = container.register(Detail.self, taking: Key.self, lifetime: lifetime) {
                Detail("\($0.number)")
            }
            for number in 0..<10_000 {
                _ = container.resolve(Detail.self, with: Key(number, arguments))
            }
            #expect(arguments.count - before > 9_800, "\(lifetime)")
            container.remove(token)
            #expect(arguments.count - before == 10_000, "\(lifetime)")
        }
    }
}
