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

extension DependencyKeys {
    var greeter: DependencyKey<any Greeting> { .init(lifetime: .weak) { Greeter() } }
    var counter: DependencyKey<Greeter> { .required() }
}

struct CounterView {
    @Dependency(\.counter) private var counter
    var body: String { counter.greet() }
}

struct MainActorTests {
    let container = DependencyContainer()

    @Test func `services of the main actor are registered and resolved`() throws {
        container.register(Greeter(), for: (any Greeting).self)
        #expect(container.resolve((any Greeting).self).greet() == "hello 1")
        container.register(service: (any Greeting).self) { Greeter() }
        #expect(try container.resolving((any Greeting).self).greet() == "hello 1")
        container.register(service: (any Greeting).self, cacheService: false) { Greeter() }
        #expect(container.optionalResolve((any Greeting).self)?.greet() == "hello 1")
        let token = container.register((any Greeting).self, lifetime: .cached) { Greeter() }
        #expect(container.canResolve((any Greeting).self))
        container.remove(token)
        container.overwriteExistingRegistrations(withService: Greeter(), for: (any Greeting).self)
        container.overwriteExistingRegistrations(service: (any Greeting).self) { Greeter() }
        #expect(container.registrations.count == 1)
        container.removeAll()
    }

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

    @Test(arguments: [Lifetime.eager, .cached, .weak, .graph, .scoped(DependencyScope())])
    func `services of the main actor have all lifetimes`(_ lifetime: Lifetime) {
        container.register((any Greeting).self, lifetime: lifetime) { Greeter() }
        #expect(container.resolve((any Greeting).self).greet() == "hello 1")
    }

    @Test func `an operation on the main actor has a child`() async {
        container.register(Greeter(), for: (any Greeting).self)
        let text = await container.withChild { request in
            request.register(Greeter(), for: (any Greeting).self)
            return Screen().show() + Screen().show()
        }
        #expect(text == "hello 1hello 2")
        let awaited = await container.withChild { request in
            await Task.yield()
            request.register(Greeter(), for: (any Greeting).self)
            return Screen().show()
        }
        #expect(awaited == "hello 1")
    }

    @Test func `decorators, arguments and contributions belong to the main actor`() {
        container.register(Greeter.self, lifetime: .cached) { Greeter() }
        container.decorate(Greeter.self) { @MainActor greeter in
            greeter.greetings += 10
            return greeter
        }
        #expect(container.resolve(Greeter.self).greet() == "hello 11")

        container.register(Greeter.self, taking: Int.self, lifetime: .cached) { @MainActor number in
            let greeter = Greeter()
            greeter.greetings = number
            return greeter
        }
        #expect(container.resolve(Greeter.self, with: 5).greet() == "hello 6")
        #expect(container.optionalResolve(Greeter.self, with: 5)?.greet() == "hello 7")

        container.contribute(to: (any Greeting).self) { @MainActor in Greeter() }
        container.contribute(to: (any Greeting).self, lifetime: .transient) { Greeter() }
        #expect(container.resolveAll((any Greeting).self).map { $0.greet() } == ["hello 1", "hello 1"])
    }

    @Test func `typed keys belong to the main actor`() async throws {
        let greeter = container.resolve(\.greeter)
        #expect(container[\.greeter] === greeter)
        container[\.greeter] = Greeter()
        #expect(container[\.greeter] !== greeter)
        container.register(\.counter, lifetime: .cached) { Greeter() }
        container.decorate(\.counter) { $0 }
        #expect(try await container.asyncResolve(\.counter) === container.resolve(\.counter))
        DependencyContainer.withShared(container) { #expect(CounterView().body == "hello 1") }
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

    @Test(.dependencies { @MainActor in $0.register(Greeter(), for: (any Greeting).self) })
    func `a closure of the main actor sets up the container`() async {
        #expect(Screen().show() == "hello 1")
        await Task.yield()
        #expect(Screen().show() == "hello 2")
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
