import Hopoate
import Testing

@Suite struct ScopedTests {
    let container = DependencyContainer()
    let session = DependencyScope()

    @Test func instancesGoNewestRegistrationFirstAndMayResolveOthers() {
        let order = Shared<[String]>([])
        let container = container
        for label in ["a", "b", "c"] {
            container.register(Logger.self, named: label, lifetime: .scoped(session)) {
                Logger(label) { order.change { $0.append(label + container.resolve(String.self)) } }
            }
        }
        container.register("!", for: String.self)
        for label in ["b", "a", "c"] { _ = container.resolve(Logger.self, named: label) }
        session.reset()
        #expect(order.value == ["c!", "b!", "a!"])
    }

    @Test func whatIsMadeDuringAResetIsNotKept() {
        let (session, numbers) = (session, Counter())
        container.register(Int.self, lifetime: .scoped(session)) {
            let number = numbers.increment()
            if number == 1 { session.reset() }
            return number
        }
        #expect((0..<3).map { _ in container.resolve(Int.self) } == [1, 2, 2])
    }

    @Test func aScopeKeepsNoContainers() {
        let gone = Counter()
        weak var released: DependencyContainer?
        do {
            let container = DependencyContainer()
            released = container
            container.register(Logger.self, lifetime: .scoped(session)) { Logger { gone.increment() } }
            _ = container.resolve(Logger.self)
        }
        #expect(released == nil)
        session.reset()
        #expect(gone.count == 1)
    }
}
