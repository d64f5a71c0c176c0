import Hopoate
import HopoateDiagnostics
import Testing

/// What grows with the number of services, and what does not, in counts. `Benchmarks` has the instructions, in 'How costs
/// grow'.
@Suite struct CostTests {
    // MARK: - Keys

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

    @Test func validatingAChainMakesEachServiceOnce() {
        let (container, made) = (DependencyContainer(), Counter())
        for number in 0..<60 {
            container.register(Int.self, named: "\(number)", lifetime: .transient) {
                made.increment()
                return number == 0 ? 0 : resolve(Int.self, named: "\(number - 1)")
            }
        }
        let isValid = onStack(ofBytes: 64 << 20) { (try? container.validate(byCreating: true)) != nil }
        #expect(isValid == true)
        #expect(made.count == 60)
    }
}

extension DependencyKeys {
    fileprivate subscript(cost number: CostTests.Number) -> DependencyKey<Int> { .init { 1 } }
}
