import Hopoate
import Testing

@Suite struct AutoregisterTests {
    let container = DependencyContainer()

    private enum Spare: DependencyName { static let name = "spare" }

    private struct Tool {
        let logger: Named<any Logging, Spare>
        let other: Named<any Logging, Spare>?
        let missing: Named<Int, Spare>?
    }

    @Test func `a named parameter has a type for its name`() {
        container.register(Logger("plain"), for: (any Logging).self)
        container.register(Logger("spare"), for: (any Logging).self, named: "spare")
        container.autoregister(Tool.self, initializer: Tool.init)
        let tool = container.resolve(Tool.self)
        #expect(tool.logger.service.label == "spare")
        #expect(tool.other?.service.label == "spare")
        #expect(tool.missing == nil)
        #expect(Named<Int, Spare>(3).service == 3)
    }

    @Test func `a registered optional answers an optional parameter if its service is not registered`() {
        struct Shelf { let count: Int? }
        container.autoregister(Shelf.self, lifetime: .transient) { (count: Int?) in Shelf(count: count) }
        container.autoregister(Bool.self, lifetime: .transient) { (count: Lazy<Int?>) in count() == 1 }
        #expect(container.resolve(Shelf.self).count == nil)
        container.register(1, for: Int?.self)
        #expect(container.resolve(Shelf.self).count == 1)
        #expect(container.resolve(Bool.self))
        container.register(2, for: Int.self)
        #expect(container.resolve(Shelf.self).count == 2)
        #expect(!container.resolve(Bool.self))
    }

    private struct Lamp {
        init(level: Int) throws(SomeError) { if level > 3 { throw SomeError() } }
        init(level: Int, label: String) throws(SomeError) {}
        init() throws { _ = try DependencyContainer.shared.resolving(Int.self) }
    }

    @Test func `initializers may have typed throws`() throws {
        container.register(4, for: Int.self)
        container.register("", for: String.self)
        container.autoregister(Lamp.self, initializer: Lamp.init(level:))
        let error = try #require(throws: DependencyError.self) { try container.resolving(Lamp.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        container.autoregister(Lamp.self, initializer: Lamp.init(level:label:))
        _ = try container.resolving(Lamp.self)
        container.autoregister(Lamp.self, initializer: Lamp.init as () throws -> Lamp)
        _ = try container.resolving(Lamp.self)
    }
}

@Suite struct LazyTests {
    let container = DependencyContainer()

    @Test func `a Lazy stands for optionals and lists too`() {
        container.contribute(to: String.self) { "a" }
        #expect(Lazy([String].self, container: container)() == ["a"])
        #expect(Lazy(Int?.self, container: container)() == nil)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy != nil }
        #expect(!container.resolve(Bool.self))
        container.register(1.5, for: Double.self)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy?() == 1.5 }
        #expect(container.resolve(Bool.self))
    }
}
