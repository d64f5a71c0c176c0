import Dispatch
import Hopoate
import Testing

/// `reset(_:)` of one registration.
@Suite struct ResettingTests {
    let container = DependencyContainer()
    private let removed = Shared<[String]>([])

    private var onRemove: @Sendable (Logger) -> Void {
        { [removed] logger in removed.change { $0.append(logger.label) } }
    }

    @Test(arguments: [Lifetime.eager, .cached, .expiring(afterSeconds: 60), .scoped(DependencyScope()), .perContainer])
    func theNextLookUpMakesTheServiceAnew(_ lifetime: Lifetime) {
        let runs = Counter()
        let token = container.register(
            Logger.self,
            lifetime: lifetime,
            creator: { Logger("\(runs.increment())") }
        ).onRemove(onRemove)
        let first = container.resolve(Logger.self)
        DependencyContainer().reset(token)
        #expect(container.resolve(Logger.self) === first)
        container.reset(token)
        #expect(removed.value == ["1"])
        #expect(container.resolve(Logger.self).label == "2")
        #expect(container.registrations.count == 1)
    }

    @Test func anInstanceThatWasRegisteredStays() {
        let logger = Logger()
        let token = container.register(logger, for: Logger.self).onRemove(onRemove)
        container.reset(token)
        #expect(container.resolve(Logger.self) === logger)
        #expect(removed.value.isEmpty)
    }

    @Test func anInstanceThatIsBeingMadeIsNotKept() {
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Counter()
        let token = container.register(Int.self) {
            let run = runs.increment()
            if run == 1 {
                begun.signal()
                mayEnd.wait()
            }
            return run
        }
        let haveEnded = onThreads(2) { thread in
            if thread == 0 {
                #expect(container.resolve(Int.self) == 1)
            } else {
                begun.wait()
                container.reset(token)
                mayEnd.signal()
            }
        }
        #expect(haveEnded)
        #expect(container.resolve(Int.self) == 2)
    }
}
