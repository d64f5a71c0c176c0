// A `MockContainer` has the mock's own type, in each context, and a closure has the service's.

import Hopoate
import HopoateTestingHelpers

protocol Store: AnyObject {}

final class MockStore: Store { var count = 0 }

nonisolated class Base {}
nonisolated final class Derived: Base { var count = 0 }

extension DependencyKeys {
    nonisolated var store: DependencyKey<any Store> { .init(lifetime: .transient) { fatalError() } }
}

func run<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

final class Tests {
    let stored = MockContainer(MockStore(), for: (any Store).self)
    lazy var lazyOne = MockContainer(MockStore(), for: (any Store).self, named: "lazy")
    var optional: MockContainer<any Store, MockStore>?

    func setUp() { optional = MockContainer(MockStore(), for: (any Store).self) }

    func mocks(in container: DependencyContainer) {
        let local = MockContainer(MockStore(), for: (any Store).self, named: "local", container: container)
        local.mock.count += stored.mock.count + lazyOne.mock.count
        run {
            let inner = MockContainer(MockStore(), for: (any Store).self, container: container)
            inner.mock.count += 1
            MockContainer(MockStore(), for: \.store).mock.count += 1
            MockContainer(MockStore(), for: (any Store).self, taking: Int.self).mock.count += 1
        }
        let list = [MockContainer(MockStore(), for: (any Store).self), stored]
        list[0].mock.count += 1
        MockContainer(Derived(), for: Base.self).mock.count += 1
        run { MockContainer(Derived(), for: Derived.self).mock.count += 1 }
        _ = (MockContainer(5, for: Int?.self), MockContainer([1], for: [Int].self))
    }

    func generic<Mock: Store>(_ mock: Mock) -> MockContainer<any Store, Mock> {
        MockContainer(mock, for: (any Store).self)
    }

    func closures() {
        let closure = MockContainer({ 5 }, for: (@Sendable () -> Int).self)
        let _: MockContainer<@Sendable () -> Int, @Sendable () -> Int> = closure
        run {
            let closure = MockContainer({ 5 }, for: (@Sendable () -> Int).self)
            let _: MockContainer<@Sendable () -> Int, @Sendable () -> Int> = closure
        }
        let plain = MockContainer({ 5 }, for: (() -> Int).self)
        let _: MockContainer<() -> Int, () -> Int> = plain
        let later = MockContainer({ number in number }, for: (@Sendable (Int) async throws -> Int).self)
        let _: MockContainer<@Sendable (Int) async throws -> Int, @Sendable (Int) async throws -> Int> = later
    }
}
