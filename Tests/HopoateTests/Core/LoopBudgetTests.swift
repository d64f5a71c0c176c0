#if DEBUG
import Testing

@testable import Hopoate

@Suite struct LoopBudgetTests {
    @Test func `a loop without progress traps with its name`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var budget = LoopBudget()
            for _ in 0..<10_000 { budget.takeTurn(of: "a test") }
            budget.renew()
            for _ in 0...10_000 { budget.takeTurn(of: "another test") }
        }
        #expect(try trapMessage(result).contains("The loop of another test does not end."))
    }
}
#endif
