import Hopoate
import HopoateTestingHelpers
import Testing

/// One test holds a mock in the process-wide container while the others run.
@Suite(.timeLimit(.minutes(5))) struct NeighbourTests {
    private static let isMocked = Gate()
    private static let others = [Gate(), Gate(), Gate()]
    private static let real = DependencyContainer.shared.register(RealStore(), for: (any Store).self)

    init() { _ = Self.real }

    @Test func aTestWithoutIsolationHoldsAMock() async {
        let mock = MockContainer(MockStore(), for: (any Store).self)
        Self.isMocked.open()
        for other in Self.others { await other.wait() }
        withExtendedLifetime(mock) {}
    }

    @Test func aForkedTestGetsTheRealService() async {
        defer { Self.others[0].open() }
        await Self.isMocked.wait()
        await withIsolatedDependencies(.forked) { #expect(resolve((any Store).self) is RealStore) }
    }

    /// Fails, as it is left with the real service.
    @Test func aStrictTestGetsTheRealServiceAndFails() async {
        defer { Self.others[1].open() }
        await Self.isMocked.wait()
        await withIsolatedDependencies(.strict) { #expect(resolve((any Store).self) is RealStore) }
    }

    /// Without a trait, so that `init` registers the real service in the process-wide container.
    @Test func detachedWorkOfOthersIsNotThisTests() async {
        defer { Self.others[2].open() }
        await Self.isMocked.wait()
        await withIsolatedDependencies(.strict) { await Task.detached { _ = resolve((any Store).self) }.value }
    }
}
