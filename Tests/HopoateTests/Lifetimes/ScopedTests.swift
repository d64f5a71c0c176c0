import Hopoate
import Testing

@Suite struct ScopedTests {
    let container = DependencyContainer()
    let session = DependencyScope()

    /// During the clean-up of a newer service, code resolves another value of an older one.
    @Test(arguments: ["onRemove", "deinit", "another thread"], [false, true])
    func `a reset ends all instances whatever is resolved during it`(_ way: String, _ isDecorated: Bool) {
        let container = container
        container.register(Logger.self, taking: Int.self, lifetime: .scoped(session)) { Logger("\($0)") }
        if isDecorated { container.decorate(Logger.self, taking: Int.self) { Logger("<\($0.label)>") } }
        let resolveAnother: @Sendable (Int) -> Void = { _ in _ = container.resolve(Logger.self, with: 3) }
        let newer = container.register((any Logging).self, lifetime: .scoped(session)) {
            Logger { if way == "deinit" { resolveAnother(0) } }
        }
        if way == "onRemove" { newer.onRemove { _ in resolveAnother(0) } }
        if way == "another thread" { newer.onRemove { _ in onThreads(1, resolveAnother) } }
        let before = (1...2).map { container.resolve(Logger.self, with: $0) }
        _ = container.resolve((any Logging).self)
        session.reset()
        for (value, old) in zip(1...2, before) { #expect(container.resolve(Logger.self, with: value) !== old) }
        container.removeAll()
    }

    @Test func `a reset cleans up the newest instance of a registration first`() {
        let removed = Shared<[Int]>([])
        container.register(Int.self, taking: Int.self, lifetime: .scoped(session)) { $0 }
            .onRemove { number in removed.change { $0.append(number) } }
        for number in 1...3 { _ = container.resolve(Int.self, with: number) }
        session.reset()
        #expect(removed.value == [3, 2, 1])
    }

    @Test func `a reset leaves what a clean-up has created anew`() {
        let (container, anew) = (container, Shared<Logger?>(nil))
        let token = container.register(Logger.self, lifetime: .scoped(session)) { Logger() }
        container.decorate(Logger.self) { Logger("<\($0.label)>") }
        container.register(Int.self, lifetime: .scoped(session)) { 1 }
            .onRemove { _ in
                container.reset(token)
                anew.value = container.resolve(Logger.self)
            }
        _ = (container.resolve(Logger.self), container.resolve(Int.self))
        session.reset()
        #expect(container.resolve(Logger.self) === anew.value)
        container.removeAll()
    }
}
