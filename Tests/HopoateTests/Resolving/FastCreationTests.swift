import Hopoate
import Testing

/// Creators that run without a frame of their own, which is made only if a look-up within needs it.
@Suite struct FastCreationTests {
    private let container = DependencyContainer()

    private final class Engine: Sendable {}

    private final class Part: Sendable {
        let engine: Engine
        let next: Part?
        init(_ engine: Engine, _ next: Part? = nil) { (self.engine, self.next) = (engine, next) }
    }

    /// Registers parts that create one another, from `part 0` to the last, whose creator is given.
    private func registerChain(of count: Int, _ last: @escaping @Sendable () throws -> Part) {
        for number in 0..<count {
            container.register(Part.self, named: "\(number)", lifetime: .transient) {
                let next = try resolving(Part.self, named: "\(number + 1)")
                return Part(next.engine, next)
            }
        }
        container.register(Part.self, named: "\(count)", lifetime: .transient, creator: last)
    }

    private func names(_ error: DependencyError) -> [String?] { error.path.map(\.name) }

    // More than sixteen get frames meanwhile.
    @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 300])
    func `a missing service has the path over all creators`(_ count: Int) throws {
        registerChain(of: count) { Part(try resolving(Engine.self)) }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Part.self, named: "0") }
        #expect(names(error) == (0...count).map { "\($0)" } + [nil])
        #expect(error.path.last?.service is Engine.Type)
        container.register(Engine(), for: Engine.self)
        #expect(container.resolve(Part.self, named: "0").engine === container.resolve(Engine.self))
    }

    @Test(arguments: [0, 1, 16, 40])
    func `a creator's error has the path over all creators`(_ count: Int) throws {
        registerChain(of: count) { throw SomeError() }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Part.self, named: "0") }
        #expect(names(error) == (0...count).map { "\($0)" })
        #expect(error.underlyingError is SomeError)
    }

    @Test func `the creator of a child may run within that of its parent`() {
        let container = container
        container.register(Engine(), for: Engine.self)
        container.register(Part.self, lifetime: .transient) { [unowned container] in
            if DependencyContainer.shared !== container { return Part(resolve(Engine.self)) }
            return Part(resolve(Engine.self), DependencyContainer(parent: container).resolve(Part.self))
        }
        let part = container.resolve(Part.self)
        #expect(part.next != nil)
        #expect(part.next?.next == nil)
    }

    @Test func `a creator may run again after it has caught a cycle`() throws {
        let runs = Counter()
        container.register(Engine(), for: Engine.self)
        container.register(Part.self, lifetime: .transient) {
            if runs.increment() == 1 { #expect(throws: DependencyError.self) { try resolving(Part.self) } }
            return Part(try resolving(Engine.self))
        }
        for _ in 1...3 { _ = try container.resolving(Part.self) }
    }

    private struct Report {
        let text: String
        let parts: [Part]
        let wide: (Int, Int, Int, Int, Int, Int, Int, Int)
    }

    @Test func `each kind of type is created and released once`() throws {
        let ended = Counter()
        let logger = { @Sendable in Logger { ended.increment() } }
        container.register(Report.self, lifetime: .transient) {
            Report(text: String(repeating: "long ", count: 20), parts: [Part(Engine())], wide: (1, 2, 3, 4, 5, 6, 7, 8))
        }
        container.register((any Sendable).self, lifetime: .transient) { logger() }
        container.register([Logger].self, lifetime: .transient) { [logger(), logger()] }
        container.register(Logger?.self, lifetime: .transient) { logger() }
        container.register(Void.self, lifetime: .transient) {}
        container.register((@Sendable () -> Logger).self, lifetime: .transient) { logger }
        #expect(container.resolve(Report.self).wide.7 == 8)
        #expect(try container.resolving(Report.self).text.count == 100)
        _ = container.resolve((any Sendable).self)
        #expect(ended.count == 1)
        _ = try container.resolving([Logger].self)
        #expect(ended.count == 3)
        #expect(container.resolve(Logger?.self) != nil)
        #expect(ended.count == 4)
        container.resolve(Void.self)
        _ = container.resolve((@Sendable () -> Logger).self)()
        #expect(ended.count == 5)
    }
}
