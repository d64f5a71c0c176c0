#if canImport(Glibc)
import Glibc
import Hopoate
import Testing

/// How costs grow, in the processor's time of this thread. What is allowed lies far from what is measured on either side.
@Suite(.serialized, .disabled(if: isSanitized)) struct CostTests {
    /// The least time that something has taken this thread.
    private func seconds(best rounds: Int = 1, _ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        return (0..<rounds).map { _ in
            let start = now()
            body()
            return now() - start
        }.min() ?? 0
    }

    private func container(with count: Int) -> DependencyContainer {
        let container = DependencyContainer()
        for number in 0..<count { container.register(number, for: Int.self, named: "\(number)") }
        return container
    }

    // MARK: - Misses

    @Test func whatACaughtMissCostsIsTheSameHoweverManyServicesThereAre() {
        let costs = [100, 10_000].map { count in
            let container = container(with: count)
            return seconds(best: 20) { _ = try? container.resolving(String.self) }
        }
        #expect(costs[1] < costs[0] * 10)
    }

    @Test func aMissWithinACreatorCostsTheSameToo() {
        let costs = [100, 10_000].map { count in
            let container = container(with: count)
            container.register([Int].self, lifetime: .transient) {
                [try DependencyContainer.shared.resolving(String.self).count]
            }
            return seconds(best: 20) { _ = try? container.resolving([Int].self) }
        }
        #expect(costs[1] < costs[0] * 10)
    }

    @Test func aMissTellsWhatLooksLikeItWhenThatIsRead() throws {
        let container = container(with: 100)
        container.register("", for: String.self, named: "other")
        let error = try #require(throws: DependencyError.self) { try container.resolving(String.self) }
        #expect(error.lookAlikes.map(\.name) == ["other"])
        #expect(error.description.contains("looks like it: Swift.String named \"other\""))
    }

    // MARK: - Keys

    @Test func aNewKeyCostsTheSameHoweverManyThereAre() {
        let container = DependencyContainer()
        func resolveNewKeys() {
            for _ in 0..<100 { _ = container.resolve(\.[cost: Number(value: CostTests.keys.increment())]) }
        }
        let costs = (0..<40).map { _ in seconds { resolveNewKeys() } }
        let (first, last) = (costs.prefix(5).min() ?? 0, costs.suffix(5).min() ?? 0)
        #expect(last < first * 6)
    }

    @Test func aNewKeyIsComparedAFewTimes() {
        let container = DependencyContainer()
        let before = CostTests.comparisons.count
        for _ in 0..<1_000 { _ = container.resolve(\.[cost: Number(value: CostTests.keys.increment())]) }
        #expect(CostTests.comparisons.count - before <= 10_000)
    }

    fileprivate struct Number: Hashable {
        let value: Int

        static func == (left: Number, right: Number) -> Bool {
            CostTests.comparisons.increment()
            return left.value == right.value
        }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// Counts keys over all runs of the tests, as a process knows a key for ever.
    private static let keys = Counter()
    private static let comparisons = Counter()

    // MARK: - Validating

    /// Registers services of which each makes the next one, and returns how many are made when it is validated, and the time.
    private func validate(_ count: Int) -> (made: Int, seconds: Double)? {
        let container = DependencyContainer()
        let made = Counter()
        for number in 0..<count {
            container.register(Int.self, named: "\(number)", lifetime: .transient) {
                made.increment()
                return number == 0 ? 0 : resolve(Int.self, named: "\(number - 1)")
            }
        }
        let test = self
        return onStack(ofBytes: 64 << 20) {
            let seconds = test.seconds { try? container.validate(byCreating: true) }
            return (made.count, seconds)
        }
    }

    /// A chain is made from each of its services: quadratically many, and a look at the whole chain for each is cubic.
    @Test func validatingAChainCostsTheSameForEachServiceThatIsMade() throws {
        // The machine may be busy during one of them.
        let short = try #require((0..<3).compactMap { _ in validate(60) }.min { $0.seconds < $1.seconds })
        let long = try #require((0..<3).compactMap { _ in validate(400) }.min { $0.seconds < $1.seconds })
        let growth = long.seconds / Double(long.made) / (short.seconds / Double(short.made))
        #expect(growth < 1.8)
    }
}

extension DependencyKeys {
    fileprivate subscript(cost number: CostTests.Number) -> DependencyKey<Int> { .init { 1 } }
}
#endif
