import Hopoate
import Testing

/// Stacks for the values of an argument. Hashing, comparing and clocks are user code.
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

    @Test func `a sweep spares instances that are held`() {
        container.register(Logger.self, taking: Int.self, lifetime: .weak) { Logger("\($0)") }
        let held = (0..<100).map { container.resolve(Logger.self, with: $0) }
        for number in 100..<500 { _ = container.resolve(Logger.self, with: number) }
        for (number, logger) in held.enumerated() { #expect(container.resolve(Logger.self, with: number) === logger) }
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

    /// In a process of its own, as a stack overflow would end it.
    @Test(.disabled(if: isSanitized), arguments: ["hash", "=="], ["cached", "transient"])
    func `an argument that resolves the same service is a cycle`(_ way: String, _ lifetime: String) async {
        await #expect(processExitsWith: .success) {
            [way = way as String, lifetime = lifetime as String] in
            let (container, failures) = (DependencyContainer(), Shared<[String?]>([]))
            @Sendable func resolve() {
                guard failures.value.isEmpty else { return }
                let ending = failure { try container.resolving(Logger.self, with: argument()) }
                failures.change { $0.append(ending) }
            }
            @Sendable func argument() -> Argument {
                Argument(
                    number: 1,
                    onHash: { if way == "hash" { resolve() } },
                    onCompare: { if way == "==" { resolve() } }
                )
            }
            container.register(
                Logger.self,
                taking: Argument.self,
                lifetime: lifetime == "cached" ? .cached : .transient
            ) { Logger("\($0.number)") }
            let label = onSmallStack { try? container.resolving(Logger.self, with: argument()).label }
            try #require(label == "1")
            // The innermost look-up comes first.
            try #require(failures.value.first??.hasPrefix("cycle: Logger") == true)
        }
    }

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
        container.register(Logger.self, taking: Argument.self, lifetime: .cached) {
            created.increment()
            return Logger("\($0.number)")
        }
        let first = container.resolve(Logger.self, with: Argument(number: 1))
        let argument = Argument(number: 2) {
        } onCompare: {
            guard comparisons.increment() == 1 else { return }
            let other = container.resolve(Logger.self, with: Argument(number: 2))
            others.change { $0.append(other) }
        }
        let second = container.resolve(Logger.self, with: argument)
        #expect(second !== first)
        #expect(second.label == "2")
        #expect(others.value.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
        #expect(created.count == 2)
    }
}
