import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var r5: DependencyKey<Character> { .init { "d" } }
}

@Suite struct WiringCornersTests {
    let container = DependencyContainer()
    final class A { init(b: Lazy<B?>) {}; init(list: Lazy<[B]>) {}; init(opt: Lazy<B>?) {}; init() {} }
    final class B { init(a: A) {}; init() {} }

    func problems(_ c: DependencyContainer, _ creating: Bool = false) -> [String] {
        do { try c.validate(byCreating: creating); return [] } catch { return error.problems.map(\.description) }
    }
    @Test func lazyOptional() {
        container.autoregister(A.self, initializer: A.init(b:))
        container.autoregister(B.self, initializer: B.init(a:))
        _ = container.resolve(B.self)
        #expect(problems(container) == [])
    }
    @Test func lazyList() {
        container.autoregister(A.self, initializer: A.init(list:))
        container.contribute(to: B.self, requires: A.self) { B(a: DependencyContainer.shared.resolve(A.self)) }
        _ = container.resolveAll(B.self)
        #expect(problems(container) == [])
    }
    @Test func optionalLazy() {
        container.autoregister(A.self, initializer: A.init(opt:))
        _ = container.resolve(A.self)
        #expect(problems(container) == [])
    }
    @Test func trialDefault() {
        container.register(service: Int.self, lifetime: .cached) {
            _ = DependencyContainer.shared.resolve(\.r5); return 1
        }
        #expect(problems(container, true) == [])
    }
    @Test func trialRegistering() {
        container.register(service: Int.self, lifetime: .cached) {
            let c = DependencyContainer.shared
            let t = c.register("x", for: String.self)
            defer { c.remove(t) }
            return c.resolve(String.self).count
        }
        #expect(problems(container, true) == [])
    }
    @Test func trialParentMissing() {
        container.register(service: Int.self, lifetime: .cached) {
            try DependencyContainer.shared.resolving(String.self).count
        }
        let child = DependencyContainer(parent: container)
        child.register("x", for: String.self)
        #expect(problems(container, true).count == 1)
        #expect(problems(child, true).count == 1)
    }
    @Test func moduleAcross() {
        struct Inner: DependencyModule {
            let outer: DependencyContainer
            func register(in c: DependencyContainer) { outer.register("x", for: String.self) }
        }
        struct Outer: DependencyModule {
            let other: DependencyContainer
            func register(in c: DependencyContainer) { other.install(Inner(outer: c)) }
        }
        let token = container.install(Outer(other: DependencyContainer()))
        container.remove(token)
        #expect(!container.canResolve(String.self))
    }
}
