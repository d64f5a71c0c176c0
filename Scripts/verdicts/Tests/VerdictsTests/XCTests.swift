import Hopoate
import HopoateTestingHelpers
import XCTest

final class SlowXCTests: IsolatedDependenciesTestCase {
    func testACreationThatNeverEndsIsCancelledAndPasses() {
        DependencyContainer.shared.register((any Store).self, lifetime: .eager) {
            try await sleepForever()
            return RealStore()
        }
    }

    func testACleanUpThatEndsPasses() {
        DependencyContainer.shared.register(RealStore(), for: (any Store).self).onRemove { _ in await Task.yield() }
    }
}

/// XCTest creates the mock before all tests, in the process-wide container.
final class StoredMockXCTests: IsolatedDependenciesTestCase {
    private let stored = MockContainer(SpySink(), for: (any Sink).self, named: "stored")

    override var isolationOptions: IsolationOptions { .forked }

    func testAStoredMockIsLeftOut() { XCTAssertNil(optionalResolve((any Sink).self, named: "stored")) }
}

final class VerifyingXCTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<any Store, MockStore>?

    override var isolationOptions: IsolationOptions { [.verifyingMocks] }
    override func setUp() { mock = MockContainer(MockStore(), for: (any Store).self) }

    func testAnUnusedMockFails() {}
    func testAFailedTestWithAnUnusedMockHasOneFailure() { XCTFail("the only one", file: "VerdictsTests/XCTests.swift") }
}

@MainActor final class MainActorXCTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<any Store, MockStore>?

    override func setUp() async throws { mock = MockContainer(MockStore(), for: (any Store).self) }
    override func tearDown() async throws { mock = nil }

    func testAMockIsFound() async { XCTAssertEqual(resolve((any Store).self).name, "mock") }
}
