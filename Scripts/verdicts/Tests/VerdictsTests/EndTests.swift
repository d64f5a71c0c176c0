import Hopoate
import HopoateTestingHelpers
import Testing

/// What never ends fails its test, and no other.
@Suite struct EndTests {
    @Test(.isolatedDependencies(endingWithinSeconds: 0.2), .timeLimit(.minutes(1)))
    func aCreationThatNeverEndsFails() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            try await sleepForever()
            return RealStore()
        }
    }

    @Test(.isolatedDependencies(endingWithinSeconds: 0.2), .timeLimit(.minutes(1)))
    func aCreationThatIgnoresItsCancellationFails() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            await Gate().wait()
            return RealStore()
        }
    }

    @Test(.isolatedDependencies(endingWithinSeconds: 0.2)) func aCleanUpThatNeverEndsFails() {
        DependencyContainer.shared.register(RealStore(), for: (any Store).self).onRemove { _ in await Gate().wait() }
    }

    @Test(.isolatedDependencies) func aCreationThatEndsPasses() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            for _ in 0..<10 { await Task.yield() }
            return RealStore()
        }
    }

    /// Passes. `Scripts/check` looks for the line on standard error.
    @Test func anEndPrintsAfterTenSecondsWhatItWaitsFor() async throws {
        let (container, gate) = (DependencyContainer(), Gate())
        container.register(RealStore(), for: (any Store).self, line: 1).onRemove { _ in await gate.wait() }
        let ending = Task { await container.asyncRemoveAll() }
        try await Task.sleep(nanoseconds: 14_000_000_000)
        gate.open()
        await ending.value
    }
}
