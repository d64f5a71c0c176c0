#if DEBUG
import Hopoate
import Testing

// Makes every test of this process trap if user code under a lock of the library enters the library.
extension DependencyContainer: TrappingUnderLocks {}

@Suite struct HeldLocksTests {
    @Test func `entering the library under a lock traps with the name of the lock`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Protected("").withLock { _ in _ = DependencyContainer().canResolve(Int.self) }
        }
        #expect(
            try trapMessage(result).contains("User code runs under the lock of Swift.String, and calls the library.")
        )
    }
}
#endif
