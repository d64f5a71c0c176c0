// Coming from InjectedValues: the pattern that Antoine van der Lee describes in 'Dependency Injection in Swift using
// latest Swift features', and which many apps have a copy of, as Hopoate writes it.
//
// An `InjectionKey` and its property in an `extension InjectedValues` become one typed key in an
// `extension DependencyKeys`; `@Injected(\.routes)` becomes `@Dependency(\.routes)`, and `InjectedValues[\.routes]`
// becomes `DependencyContainer.shared[\.routes]`. The hand-made `InjectedValues`, `InjectionKey` and `Injected` go.

import Hopoate
import HopoateTestingHelpers
import Testing

private protocol RouteFinding: AnyObject {
    func route(to place: String) -> String
}

/// Private to its module, as the service behind a key may be.
private final class RoadRoutes: RouteFinding {
    func route(to place: String) -> String { "by road to \(place)" }
}

private final class MockRoutes: RouteFinding {
    private(set) var places: [String] = []

    func route(to place: String) -> String {
        places.append(place)
        return "mocked"
    }
}

private final class FerryRoutes: RouteFinding {
    func route(to place: String) -> String { "by ferry to \(place)" }
}

/// An object with a dependency, which no initializer has to be given.
private struct Navigator {
    @Dependency(\.routes) var routes: any RouteFinding

    func directions(to place: String) -> String { routes.route(to: place) }
}

private struct Units: Equatable {
    var name = "km"
}

private final class Compass {}

extension DependencyKeys {
    fileprivate var routes: DependencyKey<any RouteFinding> { .init { RoadRoutes() } }
    fileprivate var units: DependencyKey<Units> { .init { Units() } }
    fileprivate var compass: DependencyKey<Compass> { .init { Compass() } }
    fileprivate var newCompass: DependencyKey<Compass> { .init(lifetime: .transient) { Compass() } }
    fileprivate var trafficFeed: DependencyKey<any RouteFinding> { .required() }
}

@Suite(.isolatedDependencies) struct ComingFromInjectedValuesTests {

    // MARK: The key

    /// `private struct RoutesKey: InjectionKey { static var currentValue: RouteFinding = RoadRoutes() }` and
    /// `var routes: RouteFinding { get { Self[RoutesKey.self] } set { … } }`: the key `routes` above.
    @Test func aKeyIsOneProperty() {
        #expect(DependencyContainer.shared[\.routes].route(to: "Rye") == "by road to Rye")
    }

    /// `static var currentValue` is made when it is first read, and stays. So is a key's default.
    @Test func aKeysValueIsMadeOnce() {
        #expect(DependencyContainer.shared[\.compass] === DependencyContainer.shared[\.compass])
    }

    /// `static var currentValue: Compass { Compass() }`, a value for each who asks: the lifetime `.transient`.
    @Test func aKeysValueMayBeMadeEachTime() {
        #expect(DependencyContainer.shared[\.newCompass] !== DependencyContainer.shared[\.newCompass])
    }

    // MARK: The property wrapper

    /// `@Injected(\.routes) var routes: RouteFinding`, in a class or a struct, and in a view.
    @Test func injectedIsDependency() {
        let navigator = Navigator()
        #expect(navigator.directions(to: "Rye") == "by road to Rye")
        @Dependency(\.units) var units
        #expect(units.name == "km")
    }

    // MARK: Replacing a value

    /// `InjectedValues[\.routes] = MockRoutes()`, also for objects that exist already.
    @Test func settingAValueReplacesItForEverybody() {
        let navigator = Navigator()
        #expect(navigator.directions(to: "Rye") == "by road to Rye")
        DependencyContainer.shared[\.routes] = FerryRoutes()
        #expect(navigator.directions(to: "Rye") == "by ferry to Rye")
        #expect(Navigator().directions(to: "Hull") == "by ferry to Hull")
    }

    /// Setting again replaces what was set, so nothing piles up.
    @Test func settingAgainReplacesWhatWasSet() {
        let container = DependencyContainer.shared
        weak var released: FerryRoutes?
        do {
            let ferries = FerryRoutes()
            released = ferries
            container[\.routes] = ferries
        }
        #expect(released != nil)
        let count = container.registrations.count
        container[\.routes] = RoadRoutes()
        #expect(released == nil)
        #expect(container.registrations.count == count)
    }

    /// A value in place, as in `InjectedValues[\.units].name = "mi"`.
    @Test func aValueMayBeChangedInPlace() {
        DependencyContainer.shared[\.units].name = "mi"
        #expect(DependencyContainer.shared[\.units] == Units(name: "mi"))
    }

    /// `navigator.routes = RoadRoutes()` sets the value of everybody there, though it looks like one object's. So the
    /// property is read-only here; set the value in the container, or give one object a container of its own.
    @Test func oneObjectMayHaveAnotherContainer() {
        let everybodys = Navigator()
        let own = DependencyContainer.shared.fork()
        own[\.routes] = FerryRoutes()
        let navigator = DependencyContainer.withShared(own) { Navigator() }
        #expect(navigator.directions(to: "Rye") == "by ferry to Rye")
        #expect(everybodys.directions(to: "Rye") == "by road to Rye")
    }

    // MARK: Tests

    /// A mock in a test: `InjectedValues[\.routes] = mock`, and whatever it was before in the tear-down. A
    /// `MockContainer` does both.
    @Test func aMockGoesByItself() {
        let navigator = Navigator()
        do {
            let mock = MockContainer(MockRoutes(), for: \.routes)
            #expect(navigator.directions(to: "Rye") == "mocked")
            #expect(mock.mock.places == ["Rye"])
        }
        #expect(navigator.directions(to: "Rye") == "by road to Rye")
    }

    /// `static var currentValue` is one for the process, so tests that set it cannot run at the same time (and the
    /// Swift 6 mode rejects it). These cases do: the suite has the trait `.isolatedDependencies`.
    @Test(arguments: 0..<20) func testsThatSetAValueRunAtTheSameTime(_ index: Int) async {
        let navigator = Navigator()
        DependencyContainer.shared[\.units] = Units(name: "\(index)")
        await Task.yield()
        #expect(DependencyContainer.shared[\.units].name == "\(index)")
        #expect(navigator.directions(to: "Rye") == "by road to Rye")
    }

    // MARK: What the article asks of a solution

    /// Safe at compile time: a key has a value of its own, so there is nothing that could be missing, nor to unwrap.
    @Test func aKeyWithADefaultIsNeverMissing() {
        let container = DependencyContainer.shared
        container[\.routes] = FerryRoutes()
        container.reset()
        #expect(container[\.routes].route(to: "Rye") == "by road to Rye")
        #expect(container.canResolve(\.routes))
    }

    /// No long initializers, and none of it in the app delegate: an object that needs others is made without arguments,
    /// by whoever needs it. What it needs, the module that has it says.
    @Test func anObjectIsMadeWithoutArguments() {
        struct Trip {
            let navigator = Navigator()
            @Dependency(\.units) var units
        }
        let trip = Trip()
        #expect(trip.navigator.directions(to: "Rye") == "by road to Rye")
        #expect(trip.units == Units())
    }

    /// Private types stay private: who sees the key sees its protocol. `RoadRoutes` could be in another module.
    @Test func theTypeBehindAKeyStaysPrivate() {
        let routes = DependencyContainer.shared[\.routes]
        #expect(type(of: routes) == RoadRoutes.self)
    }

    /// When the module of the key has no value to offer, `static var currentValue: RouteFinding!` traps, and says no
    /// more. The error of a required key says where the key is and who asked; the app registers for it.
    @Test func aKeyWithoutAValueIsRequired() throws {
        let container = DependencyContainer.shared
        #expect(!container.canResolve(\.trafficFeed))
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.trafficFeed) }
        #expect(error.description.contains("ComingFromInjectedValuesTests.swift"))
        container[\.trafficFeed] = MockRoutes()
        #expect(container[\.trafficFeed].route(to: "Rye") == "mocked")
    }

    /// The services stay ordinary Swift: a value that is set is a registration, with a token when it is to be removed.
    @Test func whatIsRegisteredMayBeRemoved() {
        let container = DependencyContainer.shared
        let navigator = Navigator()
        let token = container.register(\.routes) { FerryRoutes() }
        #expect(navigator.directions(to: "Rye") == "by ferry to Rye")
        container.remove(token)
        #expect(navigator.directions(to: "Rye") == "by road to Rye")
    }
}
