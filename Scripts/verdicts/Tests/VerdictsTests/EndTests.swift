import Hopoate
import HopoateTestingHelpers
import Testing

/// The end of a test cancels its creations, and awaits everything.
@Suite struct EndTests {
    @Test(.isolatedDependencies, .timeLimit(.minutes(1))) func aCreationThatNeverEndsIsCancelledAndPasses() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            try await sleepForever()
            return RealStore()
        }
    }

    @Test(.isolatedDependencies) func aCreationThatEndsPasses() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            for _ in 0..<10 { await Task.yield() }
            return RealStore()
        }
    }

    /// Passes. `Scripts/check` looks for the line on standard error.
    @Test(.isolatedDependencies, .timeLimit(.minutes(1))) func anEndPrintsAfterTenSecondsWhatItWaitsFor() {
        DependencyContainer.shared.register(RealStore(), for: (any Store).self, line: 1)
            .onRemove { _ in try? await Task.sleep(nanoseconds: 12_000_000_000) }
    }
}
