// The whole public interface in a module whose default isolation is the main actor: no warning, and it works.

import Hopoate
import HopoateTestingHelpers
import Testing
import XCTest

protocol Greeting: AnyObject {
    func greet() -> String
}

final class Greeter: Greeting {
    var greetings = 0

    func greet() -> String {
        greetings += 1
        return "hello \(greetings)"
    }
}

final class Screen {
    @Dependency private var greeter: any Greeting
    @OptionalDependency private var missing: Int?

    func show() -> String { greeter.greet() + (missing.map { " \($0)" } ?? "") }
}

struct Badge {
    @Dependency var greeter: any Greeting
    var body: String { greeter.greet() }
}

struct MainActorTests {
    let container = DependencyContainer()

    @Test func mainActorServicesAreRegisteredAndResolved() throws {
        container.register(Greeter(), for: (any Greeting).self)
        #expect(container.resolve((any Greeting).self).greet() == "hello 1")
        container.register(service: (any Greeting).self) { Greeter() }
        #expect(try container.resolving((any Greeting).self).greet() == "hello 1")
        container.register(service: (any Greeting).self, cacheService: false) { Greeter() }
        #expect(container.optionalResolve((any Greeting).self)?.greet() == "hello 1")
        let token = container.register(service: (any Greeting).self, lifetime: .cached) { Greeter() }
        #expect(container.canResolve((any Greeting).self))
        container.remove(token)
        container.overwriteExistingRegistrations(withService: Greeter(), for: (any Greeting).self)
        container.overwriteExistingRegistrations(service: (any Greeting).self) { Greeter() }
        #expect(container.registrations.count == 1)
        container.reset()
    }

    @Test func mainActorObjectsHaveProperties() async {
        container.register(Greeter(), for: (any Greeting).self)
        DependencyContainer.withShared(container) {
            #expect(Screen().show() == "hello 1")
            #expect(Badge().body == "hello 2")
            #expect(resolve((any Greeting).self).greet() == "hello 3")
        }
        await DependencyContainer.withShared(container) {
            await Task.yield()
            #expect(Screen().show() == "hello 4")
        }
    }

    @Test func aMockThatIsNotSendableIsRegisteredByClosureAndRead() {
        let mock = Greeter()
        let token = container.register(service: (any Greeting).self) { mock }
        _ = container.resolve((any Greeting).self).greet()
        #expect(mock.greetings == 1)
        container.remove(token)

        let contained = MockContainer<any Greeting, Greeter>(Greeter(), container: container)
        _ = container.resolve((any Greeting).self).greet()
        #expect(contained.mock.greetings == 1)
    }
}

@Suite(.isolatedDependencies(.verifyingMocks), .noLeftoverRegistrations)
struct MainActorIsolationTests {
    @Test(.mock((any Greeting).self) { @MainActor in Greeter() })
    func aMainActorMockCanBeATrait() {
        #expect(Screen().show() == "hello 1")
    }

    @Test(.dependencies { @MainActor in $0.register(Greeter(), for: (any Greeting).self) })
    func aMainActorClosureSetsUp() async {
        #expect(Badge().body == "hello 1")
        await Task.yield()
        #expect(Badge().body == "hello 2")
    }

    @Test func isolationsAndWhatTheyCarry() async {
        await withIsolatedDependencies(.forked) {
            let mock = MockContainer<any Greeting, Greeter>(Greeter())
            await Task.detached(operation: carryingDependencies { @MainActor in _ = Screen().show() }).value
            #expect(mock.mock.greetings == 1)
            #expect(mock.wasResolved)
        }
        withIsolatedDependencies { #expect(DependencyContainer.shared.registrations.isEmpty) }
        reportingLeftoverRegistrations {}
    }
}

nonisolated final class MainActorTestCaseTests: IsolatedDependenciesTestCase {
    override func registerDependencies(in container: DependencyContainer) {
        MainActor.assumeIsolated { _ = container.register(Greeter(), for: (any Greeting).self) }
    }

    @MainActor func testAMainActorServiceIsRegistered() async {
        XCTAssertEqual(Screen().show(), "hello 1")
    }
}
