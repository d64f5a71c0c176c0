import Hopoate
import Testing

@Suite struct ResolvingTests {
    let container = DependencyContainer()

    @Test func theFourWaysOfAskingAgree() throws {
        #expect(!container.canResolve(Int.self))
        #expect(container.optionalResolve(Int.self) == nil)
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }

        container.register(1, for: Int.self)
        #expect(container.canResolve(Int.self))
        #expect(container.optionalResolve(Int.self) == 1)
        #expect(try container.resolving(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(arguments: [Lifetime.cached, .transient, .eager])
    func optionalResolveCreatesWhatIsRegistered(_ lifetime: Lifetime) {
        container.register(Int.self, lifetime: lifetime) { 5 }
        #expect(container.optionalResolve(Int.self) == 5)
    }

    @Test func aCreatorMayResolveRegisterAndRemove() {
        let container = container
        container.register("dependency", for: String.self)
        container.register(Int.self, lifetime: .cached) {
            let token = container.register("override", for: String.self)
            defer { container.remove(token) }
            return container.resolve(String.self).count
        }
        #expect(container.resolve(Int.self) == "override".count)
        #expect(container.resolve(String.self) == "dependency")
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func aCreatorMayRemoveItsOwnRegistration(_ lifetime: Lifetime) {
        let container = container
        let token = Shared<ServiceRegistration<any Logging>?>(nil)
        let released = Counter()
        container.register(Logger("below"), for: (any Logging).self)
        token.value = container.register((any Logging).self, lifetime: lifetime) {
            container.remove(token.value!)
            return Logger("parting") { released.increment() }
        }
        #expect(container.resolve((any Logging).self).label == "parting")
        #expect(container.resolve((any Logging).self).label == "below")
        #expect(released.count == 1)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func aCreatorMayCoverItsOwnRegistration(_ lifetime: Lifetime) {
        let container = container
        container.register(String.self, lifetime: lifetime) {
            let token = container.register("cover", for: String.self)
            defer { container.remove(token) }
            return "under " + container.resolve(String.self)
        }
        #expect(container.resolve(String.self) == "under cover")
        #expect(container.resolve(String.self) == "under cover")
    }

    private struct Screen {
        @Dependency var label: String
    }

    /// What a creator makes looks up its services where it is kept, whatever is shared where it is first resolved.
    @Test(arguments: [Lifetime.eager, .cached, .transient])
    func aCreatorRunsWithItsOwnContainerAsTheSharedOne(_ lifetime: Lifetime) {
        let other = DependencyContainer()
        other.register("other", for: String.self)
        container.register("own", for: String.self)
        DependencyContainer.withShared(other) {
            container.register(Screen.self, lifetime: lifetime) {
                #expect(DependencyContainer.shared === container)
                #expect(resolve(String.self) == "own")
                return Screen()
            }
            #expect(container.resolve(Screen.self).label == "own")
            #expect(DependencyContainer.shared === other)
        }
    }

    @Test func aCreatorOfTheProcessWideContainerIsNotRunInATestsContainer() {
        struct Named {
            @OptionalDependency(named: "only in the test's container") var label: String?
        }
        let token = DependencyContainer.shared.register(Named.self, lifetime: .cached) { Named() }
        defer { DependencyContainer.shared.remove(token) }
        let processWide = DependencyContainer.shared
        container.register("captured", for: String.self, named: "only in the test's container")
        let named = DependencyContainer.withShared(container) { processWide.resolve(Named.self) }
        #expect(named.label == nil)
    }

    @Test func aTransientServiceIsMadeAnewEachTime() {
        container.register((any Logging).self, lifetime: .transient) { Logger() }
        let one = container.resolve((any Logging).self)
        let other = container.resolve((any Logging).self)
        #expect(one !== other)
    }

    /// More creators within one another than the thread's first buffer holds.
    @Test func aLongChainOfCreatorsResolves() {
        let container = container
        container.register(0, for: Int.self, named: "0")
        for depth in 1...300 {
            container.register(Int.self, named: "\(depth)", lifetime: depth % 2 == 0 ? .cached : .transient) {
                container.resolve(Int.self, named: "\(depth - 1)") + 1
            }
        }
        #expect(container.resolve(Int.self, named: "300") == 300)
    }
}
