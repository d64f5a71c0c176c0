import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var logger: DependencyKey<any Logging> { .init { Logger("default") } }
    fileprivate var spare: DependencyKey<any Logging> { .init { Logger("spare") } }
    fileprivate var session: DependencyKey<Int> { .required() }
    fileprivate var failing: DependencyKey<String> { .init { throw SomeError() } }
    fileprivate subscript(shelf shelf: String) -> DependencyKey<Float> { .required() }
    fileprivate subscript(shelf: Shelf) -> DependencyKey<Float> { .init { Float(shelf.number) } }
    fileprivate var ownEager: DependencyKey<Int> {
        .init(lifetime: .eager) { try DependencyContainer.shared.resolving(\.ownEager) }
    }
}

/// A value for a key's subscript that runs code when it is released.
private final class Shelf: Hashable, Sendable {
    let number: Int
    private let onDeinit: @Sendable () -> Void
    init(_ number: Int, onDeinit: @escaping @Sendable () -> Void) { (self.number, self.onDeinit) = (number, onDeinit) }
    deinit { onDeinit() }
    static func == (left: Shelf, right: Shelf) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@Suite struct DependencyKeyTests {
    let container = DependencyContainer()

    @Test func `a key with a default is its own service and never missing`() {
        container.register(Logger("type"), for: (any Logging).self)
        #expect(container.canResolve(\.logger))
        #expect(container.registrations.count == 1)
        #expect(container.resolve(\.logger).label == "default")
        #expect(container.resolve(\.logger) === container.resolve(\.logger))
        #expect(container.optionalResolve(\.spare)?.label == "spare")
        let weak = WeakDependency(\.logger, container: container)
        #expect(weak()?.label == "default" && weak.container === container)
        #expect(container.resolve((any Logging).self).label == "type")
        #expect(throws: DependencyError.self) { try container.resolving(\.failing) }
    }

    @Test func `a required key is missing until something is registered`() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.session) }
        guard case .missing = error.reason else { throw error }
        #expect(error.description.contains("typed key session of HopoateTests/DependencyKeyTests.swift:7"))
        #expect(container.optionalResolve(\.session) == nil)
        #expect(!container.canResolve(\.session))
        container.register(\.session) { 1 }
        #expect(container.canResolve(\.session))
        #expect(try container.resolving(\.session) == 1)
    }

    @Test func `the key of a subscript is named by its line`() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.[shelf: "a"]) }
        #expect(error.description.contains("typed key of HopoateTests/DependencyKeyTests.swift:"))
        #expect(error.description.contains("container.register(…, for: \\.…)"))
    }

    @Test func `the value of a subscript may resolve a key when it is released`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            for round in 0..<5_000 {
                let number = round % 7
                let shelf = Shelf(number) { precondition(container.resolve(\.logger).label == "default") }
                precondition(container.resolve(\.[shelf]) == Float(number))
            }
        }
    }

    /// In a process of its own, as an endless look-up would keep a core busy.
    @Test func `an eager default that resolves itself is a cycle`() async {
        await #expect(processExitsWith: .success) {
            let error = onStack(within: 20) { dependencyError { try DependencyContainer().resolving(\.ownEager) } }
            guard case .cycle = try #require(error ?? nil, "It never ends.").reason else { fatalError("No cycle") }
        }
    }
}
