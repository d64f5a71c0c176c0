// Coming from EasyInject: the examples of its README, in their order, as Hopoate writes them.
//
// A `Provider` in an `extension Provider` becomes a typed key in an `extension DependencyKeys`. There is one kind of
// container instead of several injectors: lazy or strict is the lifetime of each registration, every container is
// global in that it is an object, and composed means that it has a parent.

import Hopoate
import Testing

/// The steps in which things are made, as EasyInject's README prints them.
private final class Diary {
    private(set) var steps: [String] = []

    func write(_ step: String) { steps.append(step) }
}

private final class Lamp {
    let fuel: String

    init() throws {
        let diary = resolve(Diary.self)
        diary.write("lamp begins")
        fuel = try resolving(\.fuel)
        diary.write("lamp ends")
    }
}

private final class Lighthouse {
    let lamp: Lamp

    init() throws {
        let diary = resolve(Diary.self)
        diary.write("lighthouse begins")
        lamp = try resolving(\.lamp)
        diary.write("lighthouse ends")
    }
}

private struct Keeper {
    private let lamp = Provider(\.lamp)

    func light() -> Lamp { lamp() }
}

extension DependencyKeys {
    fileprivate var fuel: DependencyKey<String> { .required() }
    fileprivate var lamp: DependencyKey<Lamp> { .required() }
    fileprivate var lighthouse: DependencyKey<Lighthouse> { .required() }
}

@Suite struct ComingFromEasyInjectTests {
    let container = DependencyContainer()
    private let diary = Diary()

    init() { container.register(diary, for: Diary.self) }

    private func registerFuel(_ lifetime: Lifetime) {
        container.register(\.fuel, lifetime: lifetime) {
            resolve(Diary.self).write("fuel")
            return "oil"
        }
    }

    // MARK: Introduction

    /// A provider: `static var fuel: Provider<String, String> { Provider(for: "fuel") }`, or `.derive()`. A typed key is
    /// told apart by its property, so there is no name to derive.
    @Test func aProviderIsATypedKey() {
        container.register("oil", for: \.fuel)
        #expect(container.resolve(\.fuel) == "oil")
        #expect(!container.canResolve(String.self))
    }

    /// The key's own string: `Provider<String, String>(for: "fuel")`. A name does that without declaring anything.
    @Test func aStringMayBeTheKey() {
        container.register("oil", for: String.self, named: "fuel")
        container.register("white", for: String.self, named: "paint")
        #expect(container.resolve(String.self, named: "fuel") == "oil")
        #expect(container.resolve(String.self, named: "paint") == "white")
    }

    /// `extension String: Providable {}`: nothing has to be declared, so what cannot be extended is a service as well.
    @Test func anythingMayBeProvided() {
        container.register({ $0 * 2 }, for: ((Int) -> Int).self)
        container.register((1, "one"), for: (Int, String).self)
        #expect(container.resolve(((Int) -> Int).self)(21) == 42)
        #expect(container.resolve((Int, String).self).1 == "one")
    }

    // MARK: LazyInjector

    /// `lazyInjector.provide(for: .lighthouse, usingFactory: Lighthouse.init)`: the lifetime `.cached`.
    @Test func nothingIsMadeBeforeItIsResolved() {
        container.register(\.lighthouse, lifetime: .cached) { try Lighthouse() }
        #expect(container.canResolve(\.lighthouse))
        #expect(diary.steps.isEmpty)
    }

    /// `try lazyInjector.resolve(from: .lighthouse)`: all that it needs is made on the way, in whatever order it was
    /// provided, and once.
    @Test func whatAServiceNeedsIsMadeOnTheWay() throws {
        registerFuel(.cached)
        container.register(\.lighthouse, lifetime: .cached) { try Lighthouse() }
        container.register(\.lamp, lifetime: .cached) { try Lamp() }
        let lighthouse = try container.resolving(\.lighthouse)
        let steps = ["lighthouse begins", "lamp begins", "fuel", "lamp ends", "lighthouse ends"]
        #expect(diary.steps == steps)
        #expect(lighthouse.lamp.fuel == "oil")
        #expect(try container.resolving(\.lighthouse) === lighthouse)
        #expect(diary.steps == steps)
    }

    /// Cyclic dependencies, which recur endlessly there: an error with its path.
    @Test func aCycleIsAnError() throws {
        container.register(\.fuel, lifetime: .cached) { try resolving(\.lamp).fuel }
        container.register(\.lamp, lifetime: .cached) { try Lamp() }
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.lamp) }
        guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
        #expect(error.path.map { "\($0.service)" } == ["Lamp", "String", "Lamp"])
    }

    /// An injector that an object stores, to resolve from it later.
    @Test func anObjectResolvesAtEachCall() {
        registerFuel(.cached)
        container.register(\.lamp, lifetime: .transient) { try Lamp() }
        let keeper = DependencyContainer.withShared(container) { Keeper() }
        #expect(keeper.light() !== keeper.light())
    }

    // MARK: StrictInjector

    /// `strictInjector.provide(for: .lighthouse, …)` before `.lamp`: the lifetime `.eager` tries at once, too. There the
    /// failure stays; here the next who asks makes it, and gets the error if something is missing still.
    @Test func whatIsProvidedTooEarlyFailsAtOnce() throws {
        registerFuel(.eager)
        container.register(\.lighthouse, lifetime: .eager) { try Lighthouse() }
        #expect(diary.steps == ["fuel", "lighthouse begins"])

        // The error that EasyInject calls `keyNotProvided`.
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.lighthouse) }
        guard case .missing = error.reason else { return #expect("\(error.reason)" == "missing") }
        #expect(error.path.map { "\($0.service)" } == ["Lighthouse", "Lamp"])

        container.register(\.lamp, lifetime: .eager) { try Lamp() }
        #expect(try container.resolving(\.lighthouse).lamp.fuel == "oil")
    }

    /// The same lines in the right order: each is made when it is provided, and resolving makes nothing more.
    @Test func whatIsProvidedInOrderIsMadeAtOnce() throws {
        registerFuel(.eager)
        container.register(\.lamp, lifetime: .eager) { try Lamp() }
        container.register(\.lighthouse, lifetime: .eager) { try Lighthouse() }
        let steps = ["fuel", "lamp begins", "lamp ends", "lighthouse begins", "lighthouse ends"]
        #expect(diary.steps == steps)
        let lighthouse = try container.resolving(\.lighthouse)
        #expect(lighthouse.lamp === container.resolve(\.lamp))
        #expect(diary.steps == steps)
    }

    // MARK: GlobalInjector

    /// `GlobalInjector(injector: strictInjector)`: a container is an object already, and `DependencyContainer.shared` is
    /// the one of the whole process.
    @Test func aContainerIsShared() {
        let second = container
        second.register("gas", for: \.fuel)
        #expect(container.resolve(\.fuel) == "gas")
        DependencyContainer.withShared(container) {
            #expect(resolve(\.fuel) == "gas")
        }
    }

    /// The other injectors are values, and copied by `var copy = injector` and `injector.providing(…)`: a fork.
    @Test func aCopyIsAFork() {
        container.register("oil", for: \.fuel)
        let copy = container.fork()
        copy.register("gas", for: \.fuel)
        #expect(copy.resolve(\.fuel) == "gas")
        #expect(container.resolve(\.fuel) == "oil")
    }

    // MARK: ComposedInjector

    /// `ComposedInjector(left: StrictInjector(), right: globalInjector)` and `provideLeft("gas", for: .fuel)`: a child,
    /// which asks its parent for what it has not. `provideRight` and `resolveBoth` are the parent's own functions.
    @Test func aComposedInjectorIsAChild() {
        let child = DependencyContainer(parent: container)
        container.register("oil", for: \.fuel)
        #expect(child.resolve(\.fuel) == "oil")
        let token = child.register("gas", for: \.fuel)
        #expect(child.resolve(\.fuel) == "gas")
        #expect(container.resolve(\.fuel) == "oil")
        child.remove(token)
        #expect(child.resolve(\.fuel) == "oil")
    }

    /// Injectors that cascade from the root controller to the leaves: children of children.
    @Test func childrenMayHaveChildren() {
        let branch = DependencyContainer(parent: container)
        let leaf = DependencyContainer(parent: branch)
        container.register("oil", for: \.fuel)
        #expect(leaf.resolve(\.fuel) == "oil")
        branch.register("gas", for: \.fuel)
        #expect(leaf.resolve(\.fuel) == "gas")
        #expect(container.resolve(\.fuel) == "oil")
    }

    /// There, `.resolve(from:)` falls to the right when the left one fails, whatever for. Here, only when it has nothing.
    @Test func aFailureIsNotHiddenByTheParent() {
        struct Spilt: Error {}
        let child = DependencyContainer(parent: container)
        container.register("oil", for: \.fuel)
        child.register(\.fuel, lifetime: .cached) { throw Spilt() }
        #expect(throws: DependencyError.self) { try child.resolving(\.fuel) }
        #expect(container.resolve(\.fuel) == "oil")
    }

    // MARK: Every injector

    /// `injector.revoke(for: .fuel)`: the token that registering returned is removed, and what was below answers again.
    @Test func whatIsRevokedIsRemoved() {
        container.register("oil", for: \.fuel)
        let token = container.register("gas", for: \.fuel)
        container.remove(token)
        #expect(container.resolve(\.fuel) == "oil")
        container.reset()
        #expect(container.optionalResolve(\.fuel) == nil)
    }

    /// `injector.providedKeys`: the container's registrations, each with its place.
    @Test func aContainerListsWhatIsProvided() {
        registerFuel(.cached)
        let services = container.registrations.map { "\($0.service), \($0.lifetime)" }
        #expect(Set(services) == ["Diary, eager", "String, cached"])
    }
}
