import Hopoate
import HopoateTestingHelpers
import Testing

@Suite struct MockTests {
    @Test(.mock((any Store).self) { MockStore() }) func aMockIsFound() throws {
        let mock: MockStore = try mock(of: (any Store).self)
        #expect(mock.name == "mock")
    }

    @Test(.mock((any Store).self) { MockStore() }) func aMockOfAnotherTypeFailsOneTest() throws {
        let mock: RealStore = try mock(of: (any Store).self)
        #expect(mock.name == "real")
    }

    @Test func aMissingTraitFailsOneTest() throws {
        let mock: MockStore = try mock(of: (any Store).self)
        #expect(mock.name == "mock")
    }
}

@Suite(.isolatedDependencies(.verifyingMocks)) struct VerifyingTests {
    @Test(.mock((any Store).self) { MockStore() }) func anUnusedMockFails() {}

    @Test(.mock((any Store).self) { MockStore() }) func aMockThatIsUsedInAForkPasses() {
        _ = DependencyContainer.shared.fork().resolve((any Store).self)
    }

    @Test(.mock(SpySink.self) { SpySink() }, .dependencies { $0.register(SpySink(), for: (any Sink).self) })
    func aMockOfItsOwnTypeFails() { _ = resolve((any Sink).self) }

    @Suite(.mock((any Store).self) { MockStore() }) struct WithDefaultTests {
        @Test(.mock((any Store).self) { MockStore() }) func aDefaultThatIsOverriddenPasses() {
            _ = resolve((any Store).self)
        }
    }
}

@Suite(.noLeftoverRegistrations) struct LeftoverTests {
    private static let kept = Kept()

    private final class Kept: @unchecked Sendable { var mock: MockContainer<any Sink, SpySink>? }

    @Test func aMockThatIsLeftFails() {
        Self.kept.mock = MockContainer(SpySink(), for: (any Sink).self, named: "left")
    }
}
