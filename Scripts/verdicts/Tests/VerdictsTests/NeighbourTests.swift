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
        await withIsolatedDependencies(.forked) {
            await Task.yield()
            #expect(resolve((any Store).self) is RealStore)
        }
    }

    /// Fails, as it is left with the real service.
    @Test func aStrictTestGetsTheRealServiceAndFails() async {
        defer { Self.others[1].open() }
        await Self.isMocked.wait()
        await withIsolatedDependencies(.strict) {
            await Task.yield()
            #expect(resolve((any Store).self) is RealStore)
        }
    }

    @Test func aTestWithoutIsolationIsWarned() async {
        defer { Self.others[2].open() }
        await Self.isMocked.wait()
        _ = resolve((any Store).self)
    }
}

/// Two cases of one test do what two tests do.
@Suite(.timeLimit(.minutes(5))) struct CasesTests {
    private static let isMocked = Gate()
    private static let isOver = Gate()

    @Test(arguments: [true, false]) func twoCasesWithAMockOfOneServiceAreWarned(isFirst: Bool) async {
        if !isFirst { await Self.isMocked.wait() }
        let mock = MockContainer(SpySink(), for: (any Sink).self)
        Self.isMocked.open()
        if isFirst { await Self.isOver.wait() } else { Self.isOver.open() }
        withExtendedLifetime(mock) {}
    }
}
