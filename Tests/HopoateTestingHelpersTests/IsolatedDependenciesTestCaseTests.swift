import Hopoate
import HopoateTestingHelpers
import XCTest

final class IsolatedDependenciesTestCaseTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<any Pinging, Pinger>!

    override func registerDependencies(in container: DependencyContainer) {
        container.register("registered", for: String.self)
    }

    override func setUp() {
        XCTAssertEqual(DependencyContainer.shared.registrations.count, 1)
        mock = MockContainer(Pinger(label: name))
    }

    override func tearDown() {
        XCTAssertEqual(Caller().label, name)
        mock = nil
    }

    func testEachMethodHasItsContainer() {
        XCTAssertEqual(Caller().label, name)
        XCTAssertEqual(resolve(String.self), "registered")
        DependencyContainer.shared.register("left behind in the test's own container", for: String.self)
    }

    func testAnAsynchronousMethodTakesTheContainerAlong() async {
        XCTAssertEqual(Caller().label, name)
        await Task.yield()
        XCTAssertEqual(Caller().label, name)
        let label = await Task { Caller().label }.value
        XCTAssertEqual(label, name)
    }
}

@MainActor final class MainActorTestCaseTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<any Pinging, Pinger>?

    override func setUp() async throws { mock = MockContainer(Pinger(label: "mock"), for: (any Pinging).self) }

    override func tearDown() async throws { mock = nil }

    func testTheMainActorMayOwnTheClass() async { XCTAssertEqual(Caller().label, mock?.mock.label) }

    /// A plain method runs on the main thread, but in no task that could tell.
    nonisolated func testACreatorOfTheMainActorOnTheMainThread() throws {
        DependencyContainer.shared.register(Int.self) { @MainActor in 1 }
        XCTAssertEqual(try resolving(Int.self), 1)
    }
}

/// The test case awaits creations in progress and clean-ups, also those of the main actor.
final class StillCreatingTestCaseTests: IsolatedDependenciesTestCase {
    private let found = Protected<String?>(nil)

    override func invokeTest() {
        super.invokeTest()
        XCTAssertEqual(found.withLock { $0 }, "inside")
    }

    func testWhatIsStillBeingCreatedFindsItsServices() {
        let found = found
        DependencyContainer.shared.register("inside", for: String.self)
        DependencyContainer.shared.register(Pinger.self, lifetime: .eager) { @MainActor () async -> Pinger in
            await Task.yield()
            let label = optionalResolve(String.self)
            found.withLock { $0 = label }
            return Pinger(label: "")
        }
    }

    func testWhatCleansUpIsAwaitedAndFindsOlderServices() {
        let found = found
        DependencyContainer.shared.register("inside", for: String.self)
        DependencyContainer.shared.register(Pinger.self) { Pinger(label: "") }
            .onRemove { @MainActor _ in
                await Task.yield()
                let label = optionalResolve(String.self)
                found.withLock { $0 = label }
            }
        _ = resolve(Pinger.self)
    }
}

final class WithIsolatedDependenciesTests: XCTestCase {
    func testTheAsynchronousFormAwaitsCleanUps() async {
        let found = Protected<String?>(nil)
        await withIsolatedDependencies {
            DependencyContainer.shared.register("inside", for: String.self)
            DependencyContainer.shared.register(Pinger.self) { Pinger(label: "") }
                .onRemove { _ in
                    await Task.yield()
                    let label = optionalResolve(String.self)
                    found.withLock { $0 = label }
                }
            _ = resolve(Pinger.self)
            // Without an `await`, it would be the synchronous form.
            await Task.yield()
        }
        XCTAssertEqual(found.withLock { $0 }, "inside")
    }
}

#if !canImport(Darwin)
final class VerifyingTestCaseTests: IsolatedDependenciesTestCase {
    /// Records the failures of the helpers until the method has ended, in place of failing the test.
    private var failedLines: [Int]?
    /// Each mock has the number of its line as its name.
    private var mocks: [MockContainer<any Pinging, Pinger>] = []
    private var failing: [UInt] = []

    override var isolationOptions: IsolationOptions {
        name.contains("Strict") ? [.strict, .verifyingMocks] : .verifyingMocks
    }

    override func setUp() { mock(1) }
    override func setUp() async throws { mock(2) }
    override func tearDown() { mocks = [] }

    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        let isOfHelpers = ["was never resolved.", "has not registered it."].contains(where: description.contains)
        if failedLines != nil, isOfHelpers { return failedLines!.append(lineNumber) }
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    override func invokeTest() {
        failedLines = []
        super.invokeTest()
        XCTAssertEqual(failedLines?.sorted(), failing.map { Int($0) }.sorted())
    }

    private func mock(_ line: UInt) {
        mocks.append(MockContainer(Pinger(label: ""), for: (any Pinging).self, named: "\(line)", line: line))
    }

    private func resolveAllBut(_ unused: UInt...) {
        mock(3)
        for line in 1...3 where !unused.contains(UInt(line)) { _ = resolve((any Pinging).self, named: "\(line)") }
        failing = unused
    }

    func testMocksThatAreUsedAreNotReported() { resolveAllBut() }
    func testMocksThatAreNotUsedAreReported() { resolveAllBut(1, 2, 3) }
    func testMocksOfAnAsynchronousMethodAreVerified() async { resolveAllBut(1, 3) }
    func testMocksOfAStrictCaseAreVerified() { resolveAllBut(2, 3) }
    func testAStrictCaseThatHasFailedNeedNotUseItsMocks() {
        _ = resolve(\.pinger)
        failing = [#line - 1]
    }
    func testASkippedTestNeedNotUseItsMocks() throws { throw XCTSkip() }
}
#endif
