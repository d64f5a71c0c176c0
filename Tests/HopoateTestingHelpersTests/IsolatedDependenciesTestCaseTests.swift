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

/// The main actor may own the class, here in the Swift 6 mode. `Swift5MainActorTests` is the same in the Swift 5 mode.
@MainActor final class MainActorTestCaseTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<any Pinging, Pinger>?

    override func setUp() async throws { mock = MockContainer(Pinger(label: "mock"), for: (any Pinging).self) }

    override func tearDown() async throws { mock = nil }

    func testTheMainActorMayOwnTheClass() async { XCTAssertEqual(Caller().label, mock?.mock.label) }
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
    func testTheSynchronousForm() throws {
        let value = try withIsolatedDependencies {
            DependencyContainer.shared.register("inside", for: String.self, named: "WithIsolated")
            return try resolving(String.self, named: "WithIsolated")
        }
        XCTAssertEqual(value, "inside")
        XCTAssertNil(optionalResolve(String.self, named: "WithIsolated"))
    }

    func testTheAsynchronousForm() async {
        let value = await withIsolatedDependencies {
            DependencyContainer.shared.register("inside", for: String.self)
            await Task.yield()
            return resolve(String.self)
        }
        XCTAssertEqual(value, "inside")
    }

    func testTheAsynchronousFormAwaitsWhatCleansUp() async {
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

    func testNothingLeftIsReportedWhenNothingIsLeft() async {
        reportingLeftoverRegistrations {
            let token = DependencyContainer.shared.register(1, for: Int.self)
            DependencyContainer.shared.remove(token)
        }
        await reportingLeftoverRegistrations { await Task.yield() }
    }
}

#if !canImport(Darwin)
/// Records the failures that XCTest gets, in place of failing the test.
final class ReportsToXCTestTests: XCTestCase {
    private var failures: [(description: String, file: String, line: Int)]?

    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        guard failures == nil else { return failures!.append((description, filePath, lineNumber)) }
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    /// Expects failures with these texts, at one line.
    private func expectFailures(_ texts: String..., line: Int, when body: (DependencyContainer) -> Void) {
        let container = DependencyContainer.shared
        let real = container.register(1, for: Int.self, named: "real")
        failures = []
        body(container)
        let found = failures!
        failures = nil
        container.remove(real)
        XCTAssertEqual(found.map(\.line), texts.map { _ in line })
        XCTAssertEqual(Set(found.map(\.file)), ["HopoateTestingHelpersTests/IsolatedDependenciesTestCaseTests.swift"])
        for (failure, text) in zip(found, texts) {
            XCTAssertTrue(failure.description.contains(text), failure.description)
        }
    }

    func testALeftoverFailsAtTheLineThatRegistered() {
        var token: AnyServiceRegistration?
        expectFailures("Swift.Int named \"left over\" is still registered", line: #line + 1) { container in
            reportingLeftoverRegistrations { token = container.register(1, for: Int.self, named: "left over") }
        }
        token.map(DependencyContainer.shared.remove)
    }

    func testStrictnessAndUnusedMocksFailTheTest() {
        expectFailures("this test has not registered it", "was never resolved", line: #line + 2) { _ in
            withIsolatedDependencies([.strict, .verifyingMocks]) {
                _ = (resolve(Int.self, named: "real"), MockContainer<any Pinging, Pinger>(Pinger(label: "unused")))
            }
        }
    }

    func testALookUpThatNoTestOwnsFailsTheStrictTest() {
        expectFailures("process-wide container while a test ran, by work", line: #line + 1) { _ in
            withIsolatedDependencies(.strict) { onThread { _ = resolve(Int.self, named: "real") } }
            onThread { _ = resolve(Int.self, named: "real") }
        }
    }
}

/// Records failures until the method has ended, in place of failing the test.
class RecordingTestCase: IsolatedDependenciesTestCase {
    fileprivate var failures: [(description: String, line: Int)]?

    fileprivate func isExpected(_ description: String) -> Bool { true }

    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        if failures != nil, isExpected(description) { return failures!.append((description, lineNumber)) }
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    /// The failures of the method.
    fileprivate func invoke() -> [(description: String, line: Int)] {
        failures = []
        super.invokeTest()
        defer { failures = nil }
        return failures!
    }
}

final class StrictTestCaseTests: RecordingTestCase {
    private static let app = DependencyContainer.shared

    override var isolationOptions: IsolationOptions { .strict }

    override func invokeTest() {
        let token = StrictTestCaseTests.app.register(1, for: Int.self, named: "stray")
        let found = invoke().map(\.description)
        StrictTestCaseTests.app.remove(token)
        XCTAssertEqual(found.count, 1, found.description)
        XCTAssertTrue(found.first?.contains("while \(name) ran, by work that no test owns") == true, found.description)
    }

    /// The main queue is in the test's container while the test method waits for it.
    func testTheMainQueueIsTheTestsAndAThreadIsNot() {
        DependencyContainer.shared.register(2, for: Int.self, named: "own")
        onThread { for _ in 0..<2 { _ = resolve(Int.self, named: "stray") } }
        let ran = expectation(description: "the main queue")
        DispatchQueue.main.async {
            XCTAssertEqual(resolve(Int.self, named: "own"), 2)
            ran.fulfill()
        }
        wait(for: [ran], timeout: 300)
    }
}

final class VerifyingTestCaseTests: RecordingTestCase {
    /// Each mock has the number of its line as its name.
    private var mocks: [MockContainer<any Pinging, Pinger>] = []
    private var unused: [UInt] = []

    override var isolationOptions: IsolationOptions {
        name.contains("Strict") ? [.strict, .verifyingMocks] : .verifyingMocks
    }

    override func setUp() { mock(1) }
    override func setUp() async throws { mock(2) }
    override func tearDown() { mocks = [] }

    override fileprivate func isExpected(_ description: String) -> Bool { description.contains("was never resolved.") }

    override func invokeTest() {
        let found = invoke()
        XCTAssertEqual(found.map(\.line).sorted(), unused.map { Int($0) }.sorted())
        // The failure names the registration that hid the mock.
        let hidden = found.filter { $0.description.contains("hid the mock.") }
        XCTAssertEqual(hidden.count, name.contains("Hidden") ? 1 : 0)
    }

    private func mock(_ line: UInt) {
        mocks.append(MockContainer(Pinger(label: ""), for: (any Pinging).self, named: "\(line)", line: line))
    }

    private func resolveAllBut(_ unused: UInt...) {
        mock(3)
        for line in 1...3 where !unused.contains(UInt(line)) { _ = resolve((any Pinging).self, named: "\(line)") }
        self.unused = unused
    }

    func testMocksThatAreUsedAreNotReported() { resolveAllBut() }
    func testMocksThatAreNotUsedAreReported() { resolveAllBut(1, 2, 3) }
    func testMocksOfAnAsynchronousMethodAreVerified() async { resolveAllBut(1, 3) }
    func testAHiddenMockIsReportedWithWhatHidIt() {
        DependencyContainer.shared.register(Pinger(label: ""), for: (any Pinging).self, named: "1")
        resolveAllBut(1)
    }
    func testMocksOfAStrictCaseAreVerified() { resolveAllBut(2, 3) }
    func testASkippedTestNeedNotUseItsMocks() throws { throw XCTSkip() }
}

private protocol Stored {}
private struct StoredMock: Stored {}

/// XCTest creates the mocks of properties before all tests, here twice.
final class StoredMockTestCaseTests: RecordingTestCase {
    private let stored = MockContainer(StoredMock(), for: (any Stored).self)
    private var inSetUp: MockContainer<any Pinging, Pinger>!
    private static let line = #line - 2

    override var isolationOptions: IsolationOptions { name.contains("Strict") ? .strict : .forked }
    override func setUp() { inSetUp = MockContainer(Pinger(label: "")) }
    override func tearDown() { inSetUp = nil }

    override func invokeTest() {
        let found = invoke()
        XCTAssertEqual(found.first?.line, StoredMockTestCaseTests.line)
        let text = "A property of StoredMockTestCaseTests creates this MockContainer before all tests, so its mock is"
        XCTAssertTrue(found.first?.description.contains(text) == true, found.description)
        let others = found.dropFirst().map(\.description)
        XCTAssertEqual(others.count, name.contains("Strict") ? 1 : 0, found.description)
        XCTAssertTrue(others.allSatisfy { $0.contains("was resolved, but this test has not registered it.") })
    }

    func testAStoredMockIsReported() { XCTAssertNotNil(optionalResolve((any Stored).self)) }
    func testAStrictTestDoesNotAcceptAStoredMock() { XCTAssertNotNil(optionalResolve((any Stored).self)) }
}
#endif
