// Coming from Factory: the examples of its README and of its documentation, in their order, as Hopoate writes them.
//
// A `Factory` in an `extension Container` becomes a typed key in an `extension DependencyKeys`, and `@Injected` becomes
// `@Dependency`. Two defaults differ: a key keeps its service (`.cached`) unless it says `.transient`, which Factory
// calls unique; and a property follows what is registered, while `@Injected` keeps what it got when it was made.
// SwiftUI needs nothing of its own: for `@InjectedObject(\.tuner)`, give `container.resolve(\.tuner)` to a `@StateObject`.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

private protocol StationListing: AnyObject {
    func stations() throws -> [String]
}

private final class OnlineStations: StationListing {
    private let link: any Linking

    init(link: any Linking) { self.link = link }

    func stations() throws -> [String] { try link.download().split(separator: "\n").map(String.init) }
}

private final class SampleStations: StationListing {
    private let names: [String]

    init(_ names: String...) { self.names = names }

    func stations() -> [String] { names }
}

private protocol Linking {
    func download() throws -> String
}

private struct Link: Linking {
    func download() -> String { "Coast FM\nNight Radio" }
}

private struct BrokenLink: Linking {
    struct NoSignal: Error {}

    func download() throws -> String { throw NoSignal() }
}

/// A view model, with its dependencies as properties.
private final class TunerModel {
    @Dependency(\.stationList) private var list
    private(set) var text = ""

    func load() {
        do {
            let names = try list.stations()
            text = names.isEmpty ? "nothing on air" : names.joined(separator: ", ")
        } catch {
            text = "no signal"
        }
    }
}

private final class Listener {}

private final class Jingle {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }
}

private protocol Volume: AnyObject {
    var level: Int { get set }
}

private protocol Tone: AnyObject {
    var bass: Int { get set }
}

private final class Mixer: Volume, Tone {
    var level = 5
    var bass = 0
}

@MainActor private final class TunerScreen {
    private(set) var title = "Tuner"
}

extension DependencyKeys {
    fileprivate var stationList: DependencyKey<any StationListing> {
        .init { OnlineStations(link: resolve(\.link)) }
    }
    fileprivate var link: DependencyKey<any Linking> { .init { Link() } }
    fileprivate var tuner: DependencyKey<TunerModel> { .init(lifetime: .transient) { TunerModel() } }
    fileprivate var formalLink: DependencyKey<any Linking> { DependencyKey<any Linking> { Link() } }

    fileprivate var heading: DependencyKey<String> { .init { "On air" } }
    fileprivate var subheading: DependencyKey<String> { .init { "All day" } }
    fileprivate var listener: DependencyKey<Listener> { .init(lifetime: .cached) { Listener() } }
    fileprivate var mixer: DependencyKey<Mixer> { .init(lifetime: .transient) { Mixer() } }
    fileprivate var sponsor: DependencyKey<any StationListing> { .required() }
    fileprivate var makeJingle: DependencyKey<(Int) -> Jingle> { .init { Jingle.init } }
    fileprivate var frequency: DependencyKey<@Sendable (String) async throws -> Double> {
        .init { { $0 == "Coast FM" ? 99.5 : 101.2 } }
    }
}

extension DependencyContainer {
    /// What several tests and previews need: a plain function.
    fileprivate func setUpMocks() {
        register(\.stationList) { SampleStations("Sample One") }
        register(\.heading) { "Mocked" }
    }
}

@Suite(.isolatedDependencies) struct ComingFromFactoryTests {
    private var container: DependencyContainer { .shared }

    // MARK: A simple example

    /// A factory: `var stationList: Factory<StationListing> { self { OnlineStations() } }` and
    /// `@Injected(\.stationList) private var list`. The key and the property are at the top of this file.
    @Test func aFactoryIsATypedKeyAndInjectedIsDependency() {
        let model = TunerModel()
        model.load()
        #expect(model.text == "Coast FM, Night Radio")
    }

    /// `@LazyInjected` and `@DynamicInjected`: every property is lazy and dynamic, as it resolves when it is read.
    @Test func aPropertyFollowsWhatIsRegisteredLater() {
        let model = TunerModel()
        container.register(\.stationList) { SampleStations("Later FM") }
        model.load()
        #expect(model.text == "Later FM")
    }

    // MARK: Resolving factories

    /// Calling a factory: `let list = Container.shared.stationList()`.
    @Test func aKeyIsResolvedWithoutAProperty() throws {
        let list = resolve(\.stationList)
        #expect(try list.stations().count == 2)
        #expect(DependencyContainer.shared[\.stationList] === list)
    }

    /// Passing a container: `init(container: Container) { list = container.stationList() }`.
    @Test func aContainerMayBePassedToAnInitializer() throws {
        struct PassedModel {
            let list: any StationListing

            init(container: DependencyContainer) { list = container.resolve(\.stationList) }
        }
        let own = DependencyContainer()
        own.register(\.stationList) { SampleStations("Own FM") }
        #expect(try PassedModel(container: own).list.stations() == ["Own FM"])
        #expect(try PassedModel(container: container).list.stations() == ["Coast FM", "Night Radio"])
    }

    /// A composition root, with constructor injection: `self { OnlineStations(link: self.link()) }`.
    @Test func aKeysDefaultResolvesOtherKeys() throws {
        container.register(\.link) {
            struct LocalLink: Linking {
                func download() -> String { "Local" }
            }
            return LocalLink()
        }
        #expect(try container.resolve(\.stationList).stations() == ["Local"])
    }

    // MARK: Mocking

    /// Registering over a factory: `Container.shared.stationList.register { SampleStations() }`, as a preview does.
    @Test func aRegistrationStandsAboveTheKeysDefault() {
        let token = container.register(\.stationList) { SampleStations("Preview FM") }
        let model = container.resolve(\.tuner)
        model.load()
        #expect(model.text == "Preview FM")
        // Factory has no token: there, `stationList.reset()` brings the original back.
        container.remove(token)
        model.load()
        #expect(model.text == "Coast FM, Night Radio")
    }

    /// An object that is not `Sendable`: `Container.shared.stationList.register { spy }`.
    @Test func aSpyIsRegisteredAsAnInstance() {
        let spy = SampleStations("Spy FM")
        container.register(spy, for: \.stationList)
        #expect(container.resolve(\.stationList) === spy)
    }

    /// Several mocks at once: `extension Container { func setupMocks() { … } }`.
    @Test func severalMocksAreAFunctionOfTheContainer() {
        container.setUpMocks()
        let model = container.resolve(\.tuner)
        model.load()
        #expect(model.text == "Sample One")
        #expect(container.resolve(\.heading) == "Mocked")
    }

    // MARK: Testing

    /// Unit tests of what is loaded and of nothing: `Container.shared.link.register { MockLink() }`. FactoryTesting's
    /// trait `.container` is `.isolatedDependencies`; in an XCTest, take `withIsolatedDependencies { … }`.
    @Test(arguments: [["A", "B"], []]) func aTestReachesDeepIntoTheChain(_ names: [String]) {
        struct MockLink: Linking {
            let text: String

            func download() -> String { text }
        }
        let link = MockContainer(MockLink(text: names.joined(separator: "\n")), for: \.link)
        let model = container.resolve(\.tuner)
        model.load()
        #expect(model.text == (names.isEmpty ? "nothing on air" : "A, B"))
        #expect(link.wasResolved)
    }

    /// And one of an error: `Container.shared.link.register { BrokenLink() }`.
    @Test func aTestMakesTheServiceFail() {
        container.register(\.link) { BrokenLink() }
        let model = container.resolve(\.tuner)
        model.load()
        #expect(model.text == "no signal")
    }

    /// A trait with a transform: `@Test(.container { $0.stationList.register { SampleStations() } })`.
    @Test(.dependencies { $0.register(\.stationList) { SampleStations("Trait FM") } })
    func aTraitSetsTheTestUp() throws {
        #expect(try container.resolve(\.stationList).stations() == ["Trait FM"])
    }

    /// Saving and restoring: `Container.shared.manager.push()` and `pop()`. A fork is the saved state.
    @Test func aForkTakesThePlaceOfPushAndPop() {
        container.register(\.heading) { "Morning" }
        DependencyContainer.withShared(container.fork()) {
            #expect(resolve(\.heading) == "Morning")
            DependencyContainer.shared.register(\.heading) { "Evening" }
            #expect(resolve(\.heading) == "Evening")
        }
        #expect(resolve(\.heading) == "Morning")
    }

    // MARK: Scope

    /// `self { Listener() }.unique`, the default there: the lifetime `.transient`.
    @Test func uniqueIsTransient() {
        container.register(\.listener, lifetime: .transient) { Listener() }
        #expect(container.resolve(\.listener) !== container.resolve(\.listener))
    }

    /// `self { Listener() }.cached`: the lifetime `.cached`, and what a key without a lifetime has. Each container
    /// keeps its own, so that a `.singleton` is this in the shared container, or an instance that is registered.
    @Test func cachedIsCachedAndASingletonIsARegisteredInstance() {
        #expect(container.resolve(\.listener) === container.resolve(\.listener))
        #expect(container.resolve(\.listener) !== DependencyContainer().resolve(\.listener))
        let singleton = Listener()
        container.register(singleton, for: \.listener)
        #expect(container.resolve(\.listener) === singleton)
        #expect(container.fork().resolve(\.listener) === singleton)
        #expect(DependencyContainer(parent: container).resolve(\.listener) === singleton)
    }

    /// `self { Listener() }.shared`: the lifetime `.weak`.
    @Test func sharedIsWeak() {
        container.register(\.listener, lifetime: .weak) { Listener() }
        weak var released: Listener?
        do {
            let first = container.resolve(\.listener)
            let second = container.resolve(\.listener)
            #expect(first === second)
            released = first
        }
        #expect(released == nil)
        #expect(container.canResolve(\.listener))
    }

    /// A custom scope: `static let session = Cached()`, `.scope(.session)` and `manager.reset(scope: .session)`.
    @Test func aCustomScopeIsADependencyScope() {
        let session = DependencyScope()
        container.register(\.listener, lifetime: .scoped(session)) { Listener() }
        let before = container.resolve(\.listener)
        #expect(container.resolve(\.listener) === before)
        session.reset()
        let after = container.resolve(\.listener)
        #expect(after !== before)
        #expect(container.resolve(\.listener) === after)
    }

    /// `self { Mixer() }.graph`, for one object behind several protocols: the lifetime `.graph`.
    @Test func graphIsGraph() {
        final class Console {
            @Dependency var volume: any Volume
            @Dependency var tone: any Tone
        }
        container.register(Mixer.self, lifetime: .graph) { Mixer() }
        container.register((any Volume).self, lifetime: .graph) { resolve(Mixer.self) }
        container.register((any Tone).self, lifetime: .graph) { resolve(Mixer.self) }
        container.register(Console.self, lifetime: .transient) { Console() }
        let first = container.resolve(Console.self)
        let second = container.resolve(Console.self)
        #expect(first.volume === first.tone)
        #expect(first.volume !== second.volume)
        // Without a root there are two graphs, as there.
        let third = Console()
        #expect(third.volume !== third.tone)
    }

    /// `.timeToLive(60 * 20)`: the lifetime `.expiring(afterSeconds:)`. There each use starts the time anew; here it
    /// runs from the creation.
    @Test func timeToLiveIsExpiring() {
        let clock = ManualClock()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(\.listener, lifetime: .expiring(afterSeconds: 20 * 60)) { Listener() }
        let first = container.resolve(\.listener)
        clock.advance(bySeconds: 19 * 60)
        #expect(container.resolve(\.listener) === first)
        clock.advance(bySeconds: 2 * 60)
        #expect(container.resolve(\.listener) !== first)
    }

    /// `Container.shared.manager.reset()`: everything goes, and the keys' defaults are made anew.
    @Test func resettingAContainerLeavesTheKeysDefaults() {
        let before = container.resolve(\.listener)
        container.setUpMocks()
        container.reset()
        #expect(container.resolve(\.heading) == "On air")
        #expect(container.resolve(\.listener) !== before)
    }

    // MARK: Simplified syntax

    /// `self { Link() }` is short for `Factory(self) { Link() }`, as `.init { Link() }` is for `DependencyKey { … }`.
    @Test func theFormalKeyIsTheSame() throws {
        #expect(try container.resolve(\.formalLink).download() == container.resolve(\.link).download())
    }

    // MARK: Contexts

    /// `container.stationList.onTest { … }`, `.onPreview`, `.onDebug`, `.onSimulator` and `.onArg("demo")`: an
    /// `if` around the registration. The newest registration wins, not the context.
    @Test func aContextIsACondition() {
        if RuntimeContext.test.isCurrent { container.register(\.heading) { "Testing" } }
        if RuntimeContext.preview.isCurrent { container.register(\.heading) { "Previewing" } }
        if RuntimeContext.argument("demo").isCurrent { container.register(\.heading) { "Showing" } }
        #expect(container.resolve(\.heading) == "Testing")
        // Nothing that is written in the key comes back on top, so there is no need for `.once()`.
        container.register(\.heading) { "Newest" }
        #expect(container.resolve(\.heading) == "Newest")

        if RuntimeContext.debug.isCurrent { container.register(\.subheading) { "Debugging" } }
        #if DEBUG
        #expect(container.resolve(\.subheading) == "Debugging")
        #else
        #expect(container.resolve(\.subheading) == "All day")
        #endif
    }

    // MARK: Debugging

    /// Tracing: `Container.shared.manager.trace.toggle()`. An observer sees the tree, and which instances were kept.
    @Test func anObserverTracesResolutions() {
        final class Trace: @unchecked Sendable {
            private let lock = NSLock()
            private var lines: [String] = []

            var text: String { lock.withLock { lines.joined(separator: "\n") } }

            func add(_ line: String) { lock.withLock { lines.append(line) } }
        }
        let trace = Trace()
        let observation = container.observe { event in
            guard event.kind == .creationBegan || event.kind == .hit else { return }
            let indent = String(repeating: "    ", count: event.depth)
            trace.add("\(event.depth): \(indent)\(event.registration.service), \(event.kind)")
        }
        _ = container.resolve(\.stationList)
        _ = container.resolve(\.stationList)
        observation.cancel()
        #expect(
            trace.text == """
                0: StationListing, creationBegan
                1:     Linking, creationBegan
                0: StationListing, hit
                """
        )
    }

    /// Cycles, which end the process there, and in debug builds only: an error with its path.
    @Test func aCycleIsAnErrorWithItsPath() throws {
        struct Egg {}
        struct Hen {}
        container.register(Egg.self, lifetime: .cached) {
            _ = try resolving(Hen.self)
            return Egg()
        }
        container.register(Hen.self, lifetime: .cached) {
            _ = try resolving(Egg.self)
            return Hen()
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Egg.self) }
        #expect(error.path.map { "\($0.service)" } == ["Egg", "Hen", "Egg"])
    }

    // MARK: Registrations

    /// `var jingle: ParameterFactory<Int, Jingle> { self { Jingle(seconds: $0) } }` and `container.jingle(8)`. With
    /// `.scopeOnParameters.cached`, and here whenever the lifetime keeps, there is one instance for each argument.
    @Test func aParameterFactoryIsARegistrationTakingAnArgument() {
        container.register(Jingle.self, taking: Int.self, lifetime: .transient) { Jingle(seconds: $0) }
        #expect(container.resolve(Jingle.self, with: 8).seconds == 8)
        #expect(container.resolve(Jingle.self, with: 8) !== container.resolve(Jingle.self, with: 8))
        container.register(Jingle.self, taking: Int.self, lifetime: .cached) { Jingle(seconds: $0) }
        #expect(container.resolve(Jingle.self, with: 8) === container.resolve(Jingle.self, with: 8))
        #expect(container.resolve(Jingle.self, with: 9).seconds == 9)
    }

    /// Several factories of one type: `var heading: Factory<String>` and `var subheading: Factory<String>`.
    @Test func keysOfOneTypeAreToldApart() {
        container.register(\.heading) { "Off air" }
        #expect(container.resolve(\.heading) == "Off air")
        #expect(container.resolve(\.subheading) == "All day")
    }

    /// A container of one's own: `final class StudioContainer: SharedContainer` and
    /// `@Injected(\StudioContainer.stationList) var list`. Any container is one, and a key works in all of them.
    @Test func aCustomContainerIsAnotherContainer() throws {
        let studio = DependencyContainer(parent: container)
        studio.register(\.stationList) { SampleStations("Studio") }
        @Dependency(\.stationList, container: studio) var list
        #expect(try list.stations() == ["Studio"])
        #expect(try container.resolve(\.stationList).stations() == ["Coast FM", "Night Radio"])
    }

    // MARK: Modules

    /// `var sponsor: Factory<StationListing?> { promised() }`: a required key, which the app registers for. That may
    /// also be in `extension DependencyContainer: AutoRegistering`, as in `extension Container: AutoRegistering`.
    @Test func aPromisedFactoryIsARequiredKey() throws {
        @OptionalDependency(\.sponsor) var sponsor
        #expect(sponsor == nil)
        #expect(throws: DependencyError.self) { try container.resolving(\.sponsor) }
        container.register(\.sponsor) { SampleStations("Sponsored") }
        #expect(try sponsor?.stations() == ["Sponsored"])
    }

    // MARK: Functional injection

    /// A closure as the service: `var frequency: Factory<FrequencyProviding> { self {{ … }} }`.
    @Test func aClosureIsAServiceToo() async throws {
        #expect(try await container.resolve(\.frequency)("Coast FM") == 99.5)
        container.register(\.frequency) { { _ in 88 } }
        #expect(try await container.resolve(\.frequency)("Coast FM") == 88)
        #expect(resolve(\.makeJingle)(8).seconds == 8)
    }

    // MARK: Decorators

    /// `self { Mixer() }.decorator { $0.level = 3 }`: a registration on top that is given the service below. To watch
    /// every service of a container, as `container.decorator { … }` does, observe it.
    @Test func aDecoratorIsARegistrationToo() {
        let token = container.decorate(\.mixer) { mixer in
            mixer.level = 3
            return mixer
        }
        #expect(container.resolve(\.mixer).level == 3)
        container.remove(token)
        #expect(container.resolve(\.mixer).level == 5)
    }

    // MARK: Tags

    /// Several services of one kind, there an array of key paths by hand: contributions.
    @Test func tagsAreContributions() throws {
        container.contribute(to: (any StationListing).self) { SampleStations("North") }
        container.contribute(to: (any StationListing).self) { SampleStations("South") }
        let lists = container.resolveAll((any StationListing).self)
        #expect(try lists.flatMap { try $0.stations() } == ["North", "South"])
    }

    // MARK: Actors

    /// `@MainActor var screen: Factory<TunerScreen> { self { TunerScreen() } }`: the creator names its actor, and
    /// `asyncResolve` goes there.
    @Test func aCreatorRemembersItsActor() async throws {
        container.register(TunerScreen.self, lifetime: .cached) { @MainActor in TunerScreen() }
        let screen = try await container.asyncResolve(TunerScreen.self)
        #expect(await screen.title == "Tuner")
    }

    // MARK: Resolver mode

    /// By type, as in Resolver: `extension Container: Resolving {}`, `register { Link() as Linking }`, `resolve()`.
    @Test func servicesMayBeRegisteredByTypeAlone() throws {
        container.register(Link(), for: (any Linking).self)
        #expect(try container.resolve((any Linking).self).download() == "Coast FM\nNight Radio")
        #expect(container.optionalResolve((any Volume).self) == nil)
    }
}
