import Hopoate
import Testing

@Suite struct ScopedTests {
    let container = DependencyContainer()
    let session = DependencyScope()

    @Test func anInstanceServesUntilTheScopeIsReset() {
        let gone = Counter()
        container.register(Logger.self, lifetime: .scoped(session)) { Logger { gone.increment() } }
        let first = ObjectIdentifier(container.resolve(Logger.self))
        #expect(ObjectIdentifier(container.resolve(Logger.self)) == first)
        #expect(gone.count == 0)
        session.reset()
        #expect(gone.count == 1)
        _ = container.resolve(Logger.self)
        session.reset()
        session.reset()
        #expect(gone.count == 2)
    }

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
        let session = session
        let numbers = Counter()
        container.register(Int.self, lifetime: .scoped(session)) {
            let number = numbers.increment()
            if number == 1 { session.reset() }
            return number
        }
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 2)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func aScopeKeepsNeitherContainersNorWhatIsRemoved() {
        let gone = Counter()
        var released: DependencyContainer? = DependencyContainer()
        weak var container: DependencyContainer?
        container = released
        released?.register(Logger.self, lifetime: .scoped(session)) { Logger { gone.increment() } }
        _ = released?.resolve(Logger.self)
        released = nil
        #expect(container == nil)
        #expect(gone.count == 1)
        session.reset()
        #expect(gone.count == 1)
    }

    @Test func resettingWhileOthersResolveAndRemoveIsSafe() {
        let session = session
        let container = container
        let made = Counter()
        let gone = Counter()
        let haveEnded = onThreads(4) { index in
            for round in 0..<500 {
                switch index {
                case 0: session.reset()
                case 1:
                    let token = container.register(Logger.self, lifetime: .scoped(session)) {
                        made.increment()
                        return Logger("\(round)") { gone.increment() }
                    }
                    _ = container.optionalResolve(Logger.self)
                    container.remove(token)
                default: _ = container.optionalResolve(Logger.self)
                }
            }
        }
        #expect(haveEnded)
        session.reset()
        #expect(made.count == gone.count)
    }

    @Test func lifetimesAreToldApart() {
        #expect(Lifetime.scoped(session) == .scoped(session))
        #expect(Lifetime.scoped(session) != .scoped(DependencyScope()))
        #expect(Lifetime.expiring(afterSeconds: 1) != .expiring(afterSeconds: 2))
        #expect(Set([Lifetime.eager, .cached, .transient, .weak, .graph, .scoped(session)]).count == 6)
        #expect("\(Lifetime.expiring(afterSeconds: 60)), \(Lifetime.weak)" == "expiring after 60.0 s, weak")
    }
}
