import Hopoate
import Testing

/// Stacks for the values of an argument. Hashing and comparing are user code.
@Suite struct ArgumentStacksTests {
    let container = DependencyContainer()

    /// An argument that runs code when it is hashed or compared. All have the same hash.
    private struct Argument: Hashable, Sendable {
        let number: Int
        var onHash: @Sendable () -> Void = {}
        var onCompare: @Sendable () -> Void = {}

        static func == (left: Argument, right: Argument) -> Bool {
            left.onCompare()
            right.onCompare()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { onHash() }
    }

    /// One thread causes sweeps of released instances, which the others create again. Many instances are held, so
    /// sweeps take long enough to meet.
    @Test func `an instance that is created during a sweep stays`() {
        let (container, lost, rounds) = (container, Counter(), isSanitized ? 2_000 : 16_000)
        container.register(Logger.self, taking: Int.self, lifetime: .weak) { Logger("\($0)") }
        let held = (0..<500).map { container.resolve(Logger.self, with: $0) }
        atOnce(4) { thread in
            for round in 0..<rounds / (thread == 0 ? 1 : 2) {
                let number = thread == 0 ? 10_000 + round : -4 * thread - round % 4
                let first = container.resolve(Logger.self, with: number)
                for _ in 0..<2 where container.resolve(Logger.self, with: number) !== first { lost.increment() }
            }
        }
        #expect(lost.count == 0)
        withExtendedLifetime(held) {}
    }

    @Test(arguments: ["hash", "==", "== in a creator"])
    func `while an argument is hashed or compared, a look-up with an argument is an error at once`(
        _ way: String
    ) throws {
        let container = container
        let (attempts, hashes, failures) = (Counter(), Counter(), Shared<[String?]>([]))
        let inner = Argument(number: 9, onHash: { hashes.increment() }, onCompare: { hashes.increment() })
        let resolve = { @Sendable in
            // Without the limit, each look-up with an argument would cause two others.
            guard attempts.increment() <= 1_000 else { return }
            for _ in 0..<2 {
                let ending = failure { try container.resolving(Int.self, with: inner) }
                failures.change { $0.append(ending) }
            }
            #expect(container.optionalResolve(String.self) == "no argument")
        }
        container.register("no argument", for: String.self)
        container.register(Int.self, taking: Argument.self, lifetime: .cached) { $0.number }
        container.register(Logger.self, taking: Argument.self, lifetime: .cached) { argument in
            if argument.number == 3 { _ = try? container.resolving(Logger.self, with: Argument(number: 4)) }
            return Logger("\(argument.number)")
        }
        _ = container.resolve(Logger.self, with: Argument(number: 1))
        let argument =
            switch way {
            case "hash": Argument(number: 2, onHash: resolve)
            case "==": Argument(number: 2, onCompare: resolve)
            default: Argument(number: 3, onCompare: resolve)
            }
        #expect(container.resolve(Logger.self, with: argument).label == "\(argument.number)")
        #expect(failures.value.count >= 2)
        #expect(Set(failures.value) == ["cycle: Int"] || Set(failures.value) == ["cycle: Int", "cycle: Logger → Int"])
        #expect(hashes.count == 0)
        #expect(try container.resolving(Int.self, with: inner) == 9)
    }

    @Test func `an argument is compared once with each instance, also if others are created meanwhile`() {
        let container = container
        container.register(Logger.self, taking: Argument.self, lifetime: .cached) { Logger("\($0.number)") }
        for number in 0..<20 { _ = container.resolve(Logger.self, with: Argument(number: number)) }
        let comparisons = Counter()
        let argument = Argument(
            number: 30,
            onCompare: {
                guard comparisons.increment() == 10 else { return }
                atOnce(1) { _ in _ = container.resolve(Logger.self, with: Argument(number: 20)) }
            }
        )
        #expect(container.resolve(Logger.self, with: argument).label == "30")
        // Two when it is compared with itself, and one with each of 21 others.
        #expect(comparisons.count == 23)
    }

    #if compiler(>=6.2)
    /// An actor whose executor uses the container when it is asked whether it is the current one.
    @globalActor actor Asked {
        static let shared = Asked()
        static let container = DependencyContainer()
        static let questions = Counter()

        final class Executor: SerialExecutor {
            func enqueue(_ job: consuming ExecutorJob) {
                UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
            }

            func isIsolatingCurrentContext() -> Bool? {
                Asked.questions.increment()
                _ = Asked.container.canResolve(Int.self)
                return false
            }
        }

        private static let executor = Executor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { Asked.executor.asUnownedSerialExecutor() }
    }

    fileprivate struct OfActor { let number: Int }

    @Test func `an actor is asked outside of locks whether its argument is hashable here`() async {
        await #expect(processExitsWith: .success) {
            let container = Asked.container
            container.register(Logger.self, taking: Any.self, lifetime: .cached) { _ in Logger() }
            let first = container.resolve(Logger.self, with: OfActor(number: 1) as Any)
            try #require(container.resolve(Logger.self, with: OfActor(number: 1) as Any) !== first)
            try #require(Asked.questions.count > 0)
        }
    }
    #endif

    @Test func `a registration that is removed while the argument is hashed does not answer`() throws {
        let container = container
        let token = Shared<AnyServiceRegistration?>(nil)
        container.register(String.self, taking: Argument.self) { "below \($0.number)" }
        token.value = container.register(String.self, taking: Argument.self) { _ in "removed" }
        let argument = Argument(number: 1, onHash: { token.value.map(container.remove) })
        #expect(try container.resolving(String.self, with: argument) == "below 1")
        #expect(container.registrations.count == 1)
    }

    @Test func `the caller gets the instance that was created while the argument was compared`() {
        let container = container
        let (created, comparisons, others) = (Counter(), Counter(), Shared<[Logger]>([]))
        // Another thread creates it, as no look-up with an argument is possible here.
        container.register(Logger.self, taking: Argument.self, lifetime: .cached) {
            created.increment()
            return Logger("\($0.number)")
        }
        let first = container.resolve(Logger.self, with: Argument(number: 1))
        let argument = Argument(number: 2) {
        } onCompare: {
            guard comparisons.increment() == 1 else { return }
            atOnce(1) { _ in
                let other = container.resolve(Logger.self, with: Argument(number: 2))
                others.change { $0.append(other) }
            }
        }
        let second = container.resolve(Logger.self, with: argument)
        #expect(second !== first)
        #expect(second.label == "2")
        #expect(others.value.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
        #expect(created.count == 2)
    }
}

#if compiler(>=6.2)
extension ArgumentStacksTests.OfActor: @ArgumentStacksTests.Asked Hashable {}
#endif
