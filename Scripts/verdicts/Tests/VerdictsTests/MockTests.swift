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

    @Test(.mock((any Store).self) { MockStore() })
    func aMockOfAServiceThatTakesAnArgumentFails() {
        DependencyContainer.shared.register((any Store).self, taking: Int.self) { _ in RealStore() }
        _ = resolve((any Store).self, with: 1)
    }

    @Test(.mock((any Store).self) { MockStore() }) func aFailedTestWithAnUnusedMockHasOneIssue() {
        Issue.record("the only one")
    }

    @Suite(.mock((any Store).self) { MockStore() }) struct WithDefaultTests {
        @Test(.mock((any Store).self) { MockStore() }) func aDefaultThatIsOverriddenPasses() {
            _ = resolve((any Store).self)
        }
    }
}
