import Hopoate
import HopoateDiagnostics
import Testing

/// Which counts grow with the number of services. `Benchmarks` has the instructions, in 'How costs grow'.
@Suite struct CostTests {
    @Test func `validating a chain creates each service once`() async throws {
        let (container, created) = (DependencyContainer(), Counter())
        for number in 0..<60 {
            container.register(Int.self, named: "\(number)", lifetime: .transient) {
                created.increment()
                return number == 0 ? 0 : resolve(Int.self, named: "\(number - 1)")
            }
        }
        try await container.validate(runningCreators: true)
        #expect(created.count == 60)
    }

    /// Without sharing, the texts of the failures would take minutes.
    @Test(.timeLimit(.minutes(15))) func `creators that lack one service are one problem`() async {
        let container = DependencyContainer()
        for number in 0..<4_000 {
            container.register(Int.self, named: "\(number)") { "\(try resolving(String.self))".count }
        }
        let error = await #expect(throws: DependencyValidationError.self) {
            try await container.validate(runningCreators: true)
        }
        #expect(error?.problems.map(\.kind) == [.missing])
        #expect(error?.problems.first?.nodes.count == 4_000)
    }
}
