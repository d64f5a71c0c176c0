import Hopoate
import Testing

/// Every kind of Swift type can be a service, found by its identity and not by its name.
@Suite struct ServiceTypesTests {
    let container = DependencyContainer()

    private struct Generic<Value> { let value: Value }
    private protocol Repository<Element>: AnyObject {
        associatedtype Element
        func all() -> [Element]
    }
    private final class Articles: Repository { func all() -> [String] { ["a"] } }
    private enum ModuleA { struct Logger { let label = "A" } }
    private enum ModuleB { struct Logger { let label = "B" } }

    @Test func `each type is its own service`() {
        container.register(("a", 1), for: (String, Int).self)
        container.register((), for: Void.self)
        container.register({ 1.5 }, for: (() -> Double).self)
        container.register({ $0 + 1 }, for: ((Int) -> Int).self)
        container.register(service: (@Sendable () -> Double).self) { { 2.5 } }
        container.register(Logger.self, for: (any Logging.Type).self)
        container.register(Int.self, for: Int.Type.self)
        container.register(Generic(value: 1), for: Generic<Int>.self)
        container.register(Generic(value: "one"), for: Generic<String>.self)
        container.register(Articles(), for: (any Repository<String>).self)
        container.register(Logger(), for: (any Logging & Sendable).self)
        container.register(Logger(), for: AnyObject.self)
        container.register(ModuleA.Logger(), for: ModuleA.Logger.self)
        container.register(ModuleB.Logger(), for: ModuleB.Logger.self)
        #expect(container.resolve((String, Int).self) == ("a", 1))
        container.resolve(Void.self)
        #expect(container.resolve((() -> Double).self)() == 1.5)
        #expect(container.resolve(((Int) -> Int).self)(1) == 2)
        #expect(container.resolve((@Sendable () -> Double).self)() == 2.5)
        #expect(ObjectIdentifier(container.resolve((any Logging.Type).self)) == ObjectIdentifier(Logger.self))
        #expect(container.resolve(Int.Type.self) == Int.self)
        #expect(container.resolve(Generic<Int>.self).value == 1)
        #expect(container.resolve(Generic<String>.self).value == "one")
        #expect(container.resolve((any Repository<String>).self).all() == ["a"])
        #expect(container.resolve(AnyObject.self) is Logger)
        #expect(container.resolve(ModuleA.Logger.self).label == "A")
        #expect(container.resolve(ModuleB.Logger.self).label == "B")
        #expect(String(describing: ModuleA.Logger.self) == String(describing: ModuleB.Logger.self))
        #expect(!container.canResolve(Logger.self))
        #expect(!container.canResolve(Generic<Double>.self))
        #expect(!container.canResolve((any Repository<Int>).self))
        #expect(!container.canResolve(Never.self))
    }

    private struct Words<Rest> { let object: AnyObject, rest: Rest }

    /// Instances of all sizes are kept, and released once, wherever they are stored.
    @Test func `values may have any size`() {
        func check<Value>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
            weak var first: AnyObject?
            weak var second: AnyObject?
            var tokens: [AnyServiceRegistration] = []
            do {
                let objects = (Articles(), Articles())
                (first, second) = objects
                tokens.append(container.register(Words(object: objects.0, rest: value), for: Words<Value>.self))
                tokens.append(container.register(Words(object: objects.1, rest: value), for: Words<Value>.self))
            }
            #expect(container.resolve(Words<Value>.self).object === second, sourceLocation: sourceLocation)
            container.remove(tokens[1])
            #expect(second == nil, sourceLocation: sourceLocation)
            #expect(container.resolve(Words<Value>.self).object === first, sourceLocation: sourceLocation)
            container.remove(tokens[0])
            #expect(first == nil, sourceLocation: sourceLocation)
        }
        check(())
        check(1)
        check((1, 2, 3, 4))
        check((1, 2, 3, 4, true))
        check((1, 2, 3, 4, 5, 6, 7, 8))
        check(SIMD2<Double>(1, 2))
        check(SIMD8<Double>(repeating: 1))
    }

    @Test func `an optional is its own service`() {
        container.register(nil, for: Int?.self)
        #expect(container.canResolve(Int?.self))
        #expect(!container.canResolve(Int.self))
        #expect(container.resolve(Int?.self) == nil)
        #expect(container.optionalResolve(Int?.self) == .some(nil))
        #expect(container.optionalResolve(Int.self) == nil)

        container.register(3, for: Int?.self)
        #expect(container.resolve(Int?.self) == 3)
    }
}
