import Hopoate
import Testing

/// Which arguments are equal, and which equal not even themselves.
@Suite struct ArgumentIdentityTests {
    let container = DependencyContainer()

    private final class Detail {}

    // MARK: - Types

    private static let ones: [any (Hashable & Sendable)] = [1, 1.0, UInt8(1), Int64(1), Float(1), UInt(1), true, "1"]

    @Test func `equal numbers of different types are different arguments`() {
        container.register(Detail.self, taking: Any.self, lifetime: .cached) { _ in Detail() }
        let details = ArgumentIdentityTests.ones.map { container.resolve(Detail.self, with: $0 as Any) }
        #expect(Set(details.map { ObjectIdentifier($0) }).count == details.count)
        for (one, detail) in zip(ArgumentIdentityTests.ones, details) {
            #expect(container.resolve(Detail.self, with: one as Any) === detail)
        }
    }

    // MARK: - Values that are not equal to themselves

    /// A value that is unequal to everything.
    private struct Odd: Hashable {
        static func == (left: Odd, right: Odd) -> Bool { false }
        func hash(into hasher: inout Hasher) {}
    }

    /// Resolves with a value that is unequal to itself, and expects no cached instance.
    private func expectNoCaching<Argument>(_ argument: Argument, taking: Argument.Type = Argument.self) {
        let (created, released) = (Counter(), Counter())
        let token = container.register(Logger.self, taking: Argument.self, lifetime: .cached) { _ in
            created.increment()
            return Logger { released.increment() }
        }
        for count in 1...3 {
            #expect(container.resolve(Logger.self, with: argument).label == "logger")
            #expect(created.count == count)
            #expect(released.count == count)
        }
        container.remove(token)
    }

    @Test func `only the caller gets an instance for an argument that is unequal to itself`() {
        struct Place: Hashable { let latitude: Double }
        expectNoCaching(Double.nan)
        expectNoCaching(Float.nan)
        expectNoCaching(Double?.some(.nan))
        expectNoCaching(Place(latitude: .nan))
        expectNoCaching(Odd())
        expectNoCaching(Double.nan, taking: Any.self)
    }
}
