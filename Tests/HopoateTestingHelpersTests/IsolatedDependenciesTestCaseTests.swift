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

final class WithIsolatedDependenciesTests: XCTestCase {
    func testTheSynchronousForm() throws {
        let value = try withIsolatedDependencies {
            DependencyContainer.shared.register("inside", for: String.self, named: "WithIsolated")
            return try DependencyContainer.shared.resolving(String.self, named: "WithIsolated")
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

    func testNothingLeftIsReportedWhenNothingIsLeft() async {
        reportingLeftoverRegistrations {
            let token = DependencyContainer.shared.register(1, for: Int.self)
            DependencyContainer.shared.remove(token)
        }
        await reportingLeftoverRegistrations { await Task.yield() }
    }
}
