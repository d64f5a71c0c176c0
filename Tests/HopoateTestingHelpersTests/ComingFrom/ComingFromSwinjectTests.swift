// Coming from Swinject: the examples of its README and of its documentation, in their order, as Hopoate writes them.
//
// `register(Instrument.self) { _ in … }` becomes `register(_:lifetime:)`, and the resolver that Swinject gives to
// the closure is the shared container: while a creator runs, that is its own. `resolve` gives a service and not an
// optional, and says what is missing; `optionalResolve` gives nil.

import Foundation
import Hopoate
import Testing

private protocol Instrument {
    var name: String { get set }
}

private final class Violin: Instrument {
    var name: String

    init(name: String) { self.name = name }
}

private final class Drum: Instrument {
    var name: String
    let isMuted: Bool

    init(name: String, isMuted: Bool = false) {
        self.name = name
        self.isMuted = isMuted
    }
}

private struct Whistle: Instrument {
    var name: String
}

private protocol Playing {
    func play() -> String
}

private final class Musician: Playing {
    var instrument: (any Instrument)?

    init(instrument: (any Instrument)? = nil) { self.instrument = instrument }

    func tune(_ instrument: any Instrument) { self.instrument = instrument }

    func play() -> String { "plays \(instrument?.name ?? "nothing")" }
}

private protocol Conducting: AnyObject {
    var orchestra: any Performing { get }
}

private protocol Performing: AnyObject {
    var conductor: any Conducting { get }
}

/// Gets its orchestra when it is made.
private final class Conductor: Conducting {
    let orchestra: any Performing

    init(orchestra: any Performing) { self.orchestra = orchestra }
}

/// Looks its conductor up when it needs one.
private final class Orchestra: Performing {
    @Dependency var conductor: any Conducting
}

/// A view controller with an optional dependency.
private final class StageController {
    var musician: (any Playing)?
}

private protocol Sounding: AnyObject {}
private protocol Shining: AnyObject {}
private final class Trumpet: Sounding, Shining {}

/// What Swinject calls an assembly is a function that registers, on whatever container it is called. (Registrations
/// that come and go together are a module, once there are any.)
extension DependencyContainer {
    fileprivate func registerInstruments() {
        register((any Instrument).self, lifetime: .transient) { Violin(name: "Amati") }
    }

    fileprivate func registerMusicians() {
        register((any Playing).self, lifetime: .transient) {
            Musician(instrument: Hopoate.resolve((any Instrument).self))
        }
    }
}

@Suite struct ComingFromSwinjectTests {
    let container = DependencyContainer()

    // MARK: Basic usage

    /// `container.register(Playing.self) { r in Musician(instrument: r.resolve(Instrument.self)!) }`
    @Test func aServiceIsMadeOfAnother() {
        container.register((any Instrument).self, lifetime: .transient) { Violin(name: "Amati") }
        container.register((any Playing).self, lifetime: .transient) {
            Musician(instrument: resolve((any Instrument).self))
        }
        let musician = container.resolve((any Playing).self)
        #expect(musician.play() == "plays Amati")
        #expect(musician is Musician)
    }

    /// Where to register: a container that a closure sets up, and from which the app delegate takes the root controller.
    @Test func anAppResolvesItsRootController() {
        let container: DependencyContainer = {
            let container = DependencyContainer()
            container.registerInstruments()
            container.registerMusicians()
            container.register(StageController.self, lifetime: .transient) {
                let controller = StageController()
                controller.musician = resolve((any Playing).self)
                return controller
            }
            return container
        }()
        #expect(container.resolve(StageController.self).musician?.play() == "plays Amati")
    }

    // MARK: DI container

    /// `container.resolve(Instrument.self)` is nil when nothing is registered: `optionalResolve`. An error that says
    /// why comes from `resolving`, and a trap that says it from `resolve`.
    @Test func whatIsMissingIsNilOrAnError() {
        #expect(container.optionalResolve((any Instrument).self) == nil)
        #expect(throws: DependencyError.self) { try container.resolving((any Instrument).self) }
    }

    /// `container.register(Instrument.self, name: "drum") { _ in Drum(name: "Taiko") }`
    @Test func aRegistrationMayHaveAName() {
        container.register((any Instrument).self, named: "violin", lifetime: .cached) { Violin(name: "Amati") }
        container.register((any Instrument).self, named: "drum", lifetime: .cached) { Drum(name: "Taiko") }
        #expect(container.resolve((any Instrument).self, named: "violin") is Violin)
        #expect(container.resolve((any Instrument).self, named: "drum").name == "Taiko")
        #expect(!container.canResolve((any Instrument).self))
    }

    /// `container.register(Instrument.self) { _, name in Drum(name: name) }` and `resolve(Instrument.self, argument: "Taiko")`
    @Test func aRegistrationMayTakeAnArgument() {
        container.register((any Instrument).self, taking: String.self, lifetime: .transient) {
            Drum(name: $0)
        }
        #expect(container.resolve((any Instrument).self, with: "Taiko").name == "Taiko")
        #expect(container.resolve((any Instrument).self, with: "Bongo").name == "Bongo")
    }

    /// `container.register(Instrument.self) { _, name, isMuted in … }` and
    /// `resolve(Instrument.self, arguments: "Taiko", true)`: several arguments are a tuple.
    @Test func severalArgumentsAreATuple() throws {
        container.register((any Instrument).self, taking: (String, Bool).self, lifetime: .transient) {
            Drum(name: $0, isMuted: $1)
        }
        let drum = try #require(container.resolve((any Instrument).self, with: ("Taiko", true)) as? Drum)
        #expect(drum.name == "Taiko")
        #expect(drum.isMuted)
    }

    /// Registration keys: the service, the name, and the number and types of the arguments.
    @Test func argumentsOfOtherTypesAreOtherKeys() {
        container.register((any Instrument).self, lifetime: .transient) { Violin(name: "none") }
        container.register((any Instrument).self, taking: String.self, lifetime: .transient) {
            Violin(name: $0)
        }
        container.register((any Instrument).self, taking: (String, Bool).self, lifetime: .transient) {
            Violin(name: "\($0), then \($1)")
        }
        container.register((any Instrument).self, taking: (Bool, String).self, lifetime: .transient) {
            Violin(name: "\($0), then \($1)")
        }
        #expect(container.resolve((any Instrument).self).name == "none")
        #expect(container.resolve((any Instrument).self, with: "one").name == "one")
        #expect(container.resolve((any Instrument).self, with: ("a", true)).name == "a, then true")
        #expect(container.resolve((any Instrument).self, with: (true, "a")).name == "true, then a")
    }

    /// A registration with the same key overwrites there. Here it stands above the former one until it is removed.
    @Test func theNewestRegistrationOfAKeyAnswers() {
        container.register(Violin(name: "first"), for: (any Instrument).self)
        let token = container.register(Violin(name: "second"), for: (any Instrument).self)
        #expect(container.resolve((any Instrument).self).name == "second")
        container.remove(token)
        #expect(container.resolve((any Instrument).self).name == "first")
        container.overwriteExistingRegistrations(withService: Violin(name: "third"), for: (any Instrument).self)
        #expect(container.registrations.count == 1)
    }

    // MARK: Injection patterns

    /// Initializer injection: `{ r in Musician(instrument: r.resolve(Instrument.self)!) }`
    @Test func anInitializerIsGivenItsServices() {
        container.registerInstruments()
        container.register(Musician.self, lifetime: .transient) {
            Musician(instrument: try resolving((any Instrument).self))
        }
        #expect(container.resolve(Musician.self).play() == "plays Amati")
    }

    /// Property injection: `musician.instrument = r.resolve(Instrument.self)`, of what may be missing.
    @Test func aPropertyIsSetByTheCreator() {
        container.register(Musician.self, lifetime: .transient) {
            let musician = Musician()
            musician.instrument = optionalResolve((any Instrument).self)
            return musician
        }
        #expect(container.resolve(Musician.self).play() == "plays nothing")
        container.registerInstruments()
        #expect(container.resolve(Musician.self).play() == "plays Amati")
    }

    /// The same from outside: `.initCompleted { r, musician in … }`. A decorator, which comes and goes by itself.
    @Test func initCompletedIsADecorator() {
        container.registerInstruments()
        container.register(Musician.self, lifetime: .transient) { Musician() }
        container.decorate(Musician.self) { musician in
            musician.instrument = resolve((any Instrument).self)
            return musician
        }
        #expect(container.resolve(Musician.self).play() == "plays Amati")
    }

    /// Method injection: `musician.tune(r.resolve(Instrument.self)!)`
    @Test func aMethodIsCalledByTheCreator() {
        container.registerInstruments()
        container.register(Musician.self, lifetime: .transient) {
            let musician = Musician()
            musician.tune(resolve((any Instrument).self))
            return musician
        }
        #expect(container.resolve(Musician.self).play() == "plays Amati")
    }

    // MARK: Circular dependencies

    /// Initializer and property, or two properties: there, `.initCompleted { r, orchestra in … }` sets a weak one. Here,
    /// one of the two has a `@Dependency`, which looks the other up when it is read, and holds nobody.
    @Test func twoServicesMayKnowEachOther() {
        container.register((any Conducting).self, lifetime: .cached) {
            Conductor(orchestra: resolve((any Performing).self))
        }
        container.register((any Performing).self, lifetime: .cached) { Orchestra() }
        let conductor = container.resolve((any Conducting).self)
        #expect(conductor.orchestra.conductor === conductor)
        #expect(container.resolve((any Performing).self) === conductor.orchestra)
    }

    /// Initializer and initializer, which recurs endlessly there: an error with its path.
    @Test func twoInitializersThatNeedEachOtherAreAnError() throws {
        struct Head {}
        struct Tail {}
        container.register(Head.self, lifetime: .cached) {
            _ = try resolving(Tail.self)
            return Head()
        }
        container.register(Tail.self, lifetime: .cached) {
            _ = try resolving(Head.self)
            return Tail()
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Head.self) }
        #expect(error.path.map { "\($0.service)" } == ["Head", "Tail", "Head"])
    }

    // MARK: Object scopes

    /// `.inObjectScope(.transient)`: the lifetime `.transient`.
    @Test func transientIsTransient() {
        container.register(Musician.self, lifetime: .transient) { Musician() }
        #expect(container.resolve(Musician.self) !== container.resolve(Musician.self))
    }

    /// `.inObjectScope(.graph)`, the default there: the lifetime `.graph`.
    @Test func graphIsGraph() {
        struct Duo {
            let first: Musician
            let second: Musician
        }
        container.register(Musician.self, lifetime: .graph) { Musician() }
        container.register(Duo.self, lifetime: .transient) {
            Duo(first: resolve(Musician.self), second: resolve(Musician.self))
        }
        let duo = container.resolve(Duo.self)
        #expect(duo.first === duo.second)
        #expect(container.resolve(Duo.self).first !== duo.first)
        #expect(container.resolve(Musician.self) !== container.resolve(Musician.self))
    }

    /// `.inObjectScope(.container)`: the lifetime `.cached`, and children have the same instance.
    @Test func containerIsCached() {
        container.register(Musician.self, lifetime: .cached) { Musician() }
        let musician = container.resolve(Musician.self)
        #expect(container.resolve(Musician.self) === musician)
        #expect(DependencyContainer(parent: container).resolve(Musician.self) === musician)
    }

    /// `.inObjectScope(.weak)`: the lifetime `.weak`.
    @Test func weakIsWeak() {
        container.register(Musician.self, lifetime: .weak) { Musician() }
        weak var released: Musician?
        do {
            let musician = container.resolve(Musician.self)
            #expect(container.resolve(Musician.self) === musician)
            released = musician
        }
        #expect(released == nil)
        #expect(container.resolve(Musician.self).play() == "plays nothing")
    }

    /// `static let concert = ObjectScope(storageFactory: PermanentStorage.init)`, `container.resetObjectScope(.concert)`:
    /// a scope is an object, with a function to reset it.
    @Test func aCustomScopeIsADependencyScope() {
        let concert = DependencyScope()
        container.register(Musician.self, lifetime: .scoped(concert)) { Musician() }
        let musician = container.resolve(Musician.self)
        #expect(container.resolve(Musician.self) === musician)
        concert.reset()
        #expect(container.resolve(Musician.self) !== musician)
    }

    // MARK: Misc

    /// Value types: each who resolves one has a copy, also of a kept one.
    @Test func aValueMayBeAService() {
        container.register((any Instrument).self, lifetime: .cached) { Whistle(name: "tin") }
        let first = container.resolve((any Instrument).self)
        var second = first
        second.name = "pea"
        #expect(first.name == "tin")
        #expect(second.name == "pea")
        #expect(container.resolve((any Instrument).self).name == "tin")
    }

    /// Self-registration: a class is registered as itself.
    @Test func aClassMayBeItsOwnService() {
        container.registerInstruments()
        container.register(Musician.self, lifetime: .cached) {
            Musician(instrument: resolve((any Instrument).self))
        }
        #expect(container.resolve(Musician.self).instrument is Violin)
    }

    // MARK: Container hierarchy

    /// `Container(parent: parent)`: what the parent has, the child resolves.
    @Test func aChildResolvesWhatItsParentHas() {
        let child = DependencyContainer(parent: container)
        container.registerInstruments()
        #expect(child.resolve((any Instrument).self) is Violin)
    }

    /// What the child has, the parent does not resolve.
    @Test func aParentDoesNotResolveWhatItsChildHas() {
        let child = DependencyContainer(parent: container)
        child.registerInstruments()
        #expect(child.canResolve((any Instrument).self))
        #expect(container.optionalResolve((any Instrument).self) == nil)
    }

    // MARK: Modularizing service registration

    /// `Assembler([InstrumentAssembly(), MusicianAssembly()])` and `assembler.resolver`: functions, in any order.
    @Test func anAssemblyIsAFunction() {
        container.registerMusicians()
        container.registerInstruments()
        #expect(container.resolve((any Playing).self).play() == "plays Amati")
    }

    /// Load aware: `func loaded(resolver: Resolver)`, to hand all handlers of one kind to another service. What runs
    /// after the functions is called after them; and what there are several of are contributions.
    @Test func whatComesInSeveralKindsIsContributed() {
        container.contribute(to: (any Instrument).self) { Violin(name: "Amati") }
        container.contribute(to: (any Instrument).self) { Drum(name: "Taiko") }
        #expect(container.resolveAll((any Instrument).self).map(\.name) == ["Amati", "Taiko"])
    }

    /// Mock assemblies, `Assembler([MockAssembly()], parent: assembler)`: registered on top, or in a fork.
    @Test func anotherConfigurationStandsOnTop() {
        container.registerInstruments()
        container.registerMusicians()
        let fork = container.fork()
        fork.register(Whistle(name: "mock"), for: (any Instrument).self)
        #expect(fork.resolve((any Playing).self).play() == "plays mock")
        #expect(container.resolve((any Playing).self).play() == "plays Amati")
    }

    /// Properties, `JsonPropertyLoader` and `r.property("stage.name")`: values with a name. Loading them is the app's.
    @Test func aPropertyIsAValueWithAName() {
        for (name, value) in ["stage.name": "Main", "stage.color": "red"] {
            container.register(value, for: String.self, named: name)
        }
        #expect(container.resolve(String.self, named: "stage.name") == "Main")
    }

    // MARK: Thread safety

    /// `container.synchronize()`: every container is, for registering too, and what it keeps is made once.
    @Test func everyContainerIsSafeFromManyThreads() {
        final class Results: @unchecked Sendable {
            private let lock = NSLock()
            private var trumpets: [Trumpet] = []

            var distinct: Int { lock.withLock { Set(trumpets.map(ObjectIdentifier.init)).count } }

            func add(_ trumpet: Trumpet) { lock.withLock { trumpets.append(trumpet) } }
        }
        container.register(Trumpet.self, lifetime: .cached) { Trumpet() }
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: 32) { [container] index in
            container.register(index, for: Int.self, named: "\(index)")
            results.add(container.resolve(Trumpet.self))
            results.add(DependencyContainer(parent: container).resolve(Trumpet.self))
        }
        #expect(results.distinct == 1)
        #expect(container.registrations.count == 33)
    }

    // MARK: Type forwarding

    /// `.implements(Shining.self)`, or `container.forward(Shining.self, to: sounding)`: a creator that resolves the
    /// other, and that the compiler checks.
    @Test func oneObjectMayAnswerForSeveralServices() {
        container.register(Trumpet.self, lifetime: .cached) { Trumpet() }
        container.register((any Sounding).self, lifetime: .transient) { resolve(Trumpet.self) }
        container.register((any Shining).self, lifetime: .transient) { resolve(Trumpet.self) }
        #expect(container.resolve((any Sounding).self) === container.resolve((any Shining).self))
    }

    /// With an argument: `register(Shining.self) { (r, name: String) in r.resolve(Drum.self, argument: name)! }`
    @Test func anArgumentIsPassedOn() {
        container.register(Drum.self, taking: String.self, lifetime: .cached) { Drum(name: $0) }
        container.register((any Instrument).self, taking: String.self, lifetime: .transient) {
            DependencyContainer.shared.resolve(Drum.self, with: $0)
        }
        let instrument = container.resolve((any Instrument).self, with: "Taiko")
        #expect(instrument as? Drum === container.resolve(Drum.self, with: "Taiko"))
    }

    // MARK: Delayed injection

    /// `let count: Lazy<Int>`: a `@Dependency` of what is kept, made when it is first read. `let count: Provider<Int>`:
    /// a `Provider` of what is `.transient`. (A property keeps the transient instance that it got.)
    @Test func aServiceIsMadeWhenItIsNeeded() {
        let made = Counter()
        container.register(Int.self, named: "lazy", lifetime: .cached) { made.increment() }
        @Dependency(named: "lazy", container: container) var lazy: Int
        #expect(made.count == 0)
        #expect(lazy == 1 && lazy == 1 && made.count == 1)
        container.register(Int.self, lifetime: .transient) { made.increment() }
        DependencyContainer.withShared(container) {
            let count = Provider<Int>()
            #expect(count() == 2)
            #expect(count() == 3)
        }
    }
}
