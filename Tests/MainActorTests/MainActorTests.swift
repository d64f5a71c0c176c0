// The whole public interface in a module whose default isolation is the main actor: no warning, and it works.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing
import XCTest

protocol Greeting: AnyObject { func greet() -> String }

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

struct Shelf { let makeGreeter = Provider<any Greeting>() }

final class WiredScreen {
    let greeter: any Greeting
    let missing: Int?
    let later: Lazy<any Greeting>
    let makeGreeter: Provider<any Greeting>

    init(greeter: any Greeting, missing: Int?, later: Lazy<any Greeting>, makeGreeter: Provider<any Greeting>) {
        self.greeter = greeter
        self.missing = missing
        self.later = later
        self.makeGreeter = makeGreeter
    }
}

struct GreetingModule: DependencyModule {
    let greeter: Greeter

    func register(in container: DependencyContainer) {
        container.register(greeter, for: (any Greeting).self)
        container.autoregister(WiredScreen.self, initializer: WiredScreen.init)
    }
}

struct MainActorTests {
    let container = DependencyContainer()

    @Test func `objects of the main actor have properties`() async {
        container.register(Greeter(), for: (any Greeting).self)
        DependencyContainer.withShared(container) {
            #expect(Screen().show() + Shelf().makeGreeter().greet() == "hello 1hello 2")
            #expect(resolve((any Greeting).self).greet() == "hello 3")
        }
        await DependencyContainer.withShared(container) {
            await Task.yield()
            #expect(Screen().show() == "hello 4")
        }
    }

    @Test func `modules and initializers belong to the main actor`() throws {
        let module = container.install(GreetingModule(greeter: Greeter()))
        let screen = container.resolve(WiredScreen.self)
        #expect(screen.greeter === screen.later() && screen.greeter === screen.makeGreeter())
        #expect(screen.missing == nil)
        try container.validate()
        #expect(container.graph().nodes.count == 2)
        container.remove(module)
        #expect(container.registrations.isEmpty)
    }
}

/// Services of the main actor that are used elsewhere.
struct MainActorElsewhereTests {
    let container = DependencyContainer()

    @Test func `asynchronous creators run on the main actor`() async throws {
        let mock = Greeter()
        container.register((any Greeting).self, asyncCreator: { mock })
        _ = try await container.asyncResolve((any Greeting).self).greet()
        #expect(mock.greetings == 1)
        container.register(Greeter.self) { @MainActor in
            await Task.yield()
            MainActor.assertIsolated()
            return Greeter()
        }
        #expect(throws: DependencyError.self) { _ = try container.resolving(Greeter.self) }
        #expect(try await container.asyncResolve(Greeter.self).greet() == "hello 1")
        #expect(container.resolve(Greeter.self).greet() == "hello 2")
    }

    @Test func `an initializer of the main actor runs only there`() async throws {
        container.register(Greeter(), for: (any Greeting).self)
        let screen = try await Self.autoregisterElsewhere(in: container)
        #expect(screen === container.resolve(WiredScreen.self))
    }

    @concurrent private static func autoregisterElsewhere(
        in container: DependencyContainer
    ) async throws -> WiredScreen {
        container.autoregister(WiredScreen.self, initializer: WiredScreen.init)
        let error = #expect(throws: DependencyError.self) { _ = try container.resolving(WiredScreen.self) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("is isolated to the main actor"))
        #expect(text.contains("initializer `nonisolated`."))
        return try await container.asyncResolve(WiredScreen.self)
    }
}

nonisolated protocol Farewell { func wave() -> Int }

final class MockFarewell: Farewell {
    private(set) var waves = 0

    func wave() -> Int {
        waves += 1
        return waves
    }
}

@Suite(.isolatedDependencies(.verifyingMocks)) struct MainActorIsolationTests {
    // The protocol stands for one of another module: only the mock belongs to the main actor.
    @Test(.mock((any Farewell).self) { @MainActor in MockFarewell() })
    func `a trait may register a mock of the main actor for a nonisolated protocol`() throws {
        #expect(resolve((any Farewell).self).wave() == 1)
        let farewell: MockFarewell = try mock(of: (any Farewell).self)
        #expect(farewell.waves == 1)
    }

    @Test func `isolated work of the main actor can be carried`() async {
        await withIsolatedDependencies(.forked) {
            let mock = MockContainer<any Greeting, Greeter>(Greeter())
            await Task.detached(operation: carryingDependencies { @MainActor in _ = Screen().show() }).value
            #expect(mock.mock.greetings == 1)
        }
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
