import Hopoate
import Testing

/// All that takes a creator, with one that belongs to an actor.
@Suite struct IsolatedCreatorTests {
    private typealias Vault = ActorIsolationTests.Vault
    private typealias Page = ActorIsolationTests.Page
    private typealias Press = ActorIsolationTests.Press

    let container = DependencyContainer()

    @Test func asynchronousCreatorsRunOnTheActorThatTheyAreWrittenOn() async throws {
        let (container, vault) = (container, Vault())
        await vault.registerAsynchronously(in: container)
        #expect(try await container.asyncResolve(Int.self) == 1)
        let register = { @MainActor in
            container.register(Page.self, lifetime: .transient) { @MainActor () async throws -> Page in
                MainActor.assertIsolated()
                await Task.yield()
                return Page(4)
            }
        }
        _ = await register()
        #expect(try await container.asyncResolve(Page.self).number == 4)
        container.register(String.self) { @Press () async throws -> String in
            Press.assertIsolated()
            return "press"
        }
        #expect(try await container.asyncResolve(String.self) == "press")
    }

    @Test func theDefaultOfATypedKeyBelongsToItsActor() async throws {
        #expect(try actor { _ = try container.resolving(\.page) } === MainActor.shared)
        let page = try await container.asyncResolve(\.page)
        #expect(page.number == 1)
        #expect(container.resolve(\.page) === page)
    }

    @Test func whatATypedKeyIsRegisteredWithBelongsToItsActor() async throws {
        container.register(\.page) { @MainActor in Page(2) }
        #expect(try actor { _ = try container.resolving(\.page) } === MainActor.shared)
        #expect(try await container.asyncResolve(\.page).number == 2)
        #expect(container.resolve(\.page).number == 2)
    }

    @Test func aCreatorThatTakesAnArgumentBelongsToItsActor() async throws {
        let (container, vault) = (container, Vault())
        await vault.registerTaking(in: container)
        #expect(try actor { _ = try container.resolving(Int.self, with: 10) } === Press.shared)
        #expect(try await container.asyncResolve(Int.self, with: 10) == 11)
        #expect(container.resolve(Int.self, with: 10) == 11)
        #expect(try actor { _ = try container.resolving(Int.self, with: 20) } === Press.shared)
        #expect(try await container.asyncResolve(Int.self, with: 20) == 22)
    }

    @Test func aDecoratorBelongsToItsActor() async throws {
        let (container, vault) = (container, Vault())
        container.register(1, for: Int.self)
        await vault.decorate(in: container)
        #expect(try actor { _ = try container.resolving(Int.self) } === Press.shared)
        #expect(try await container.asyncResolve(Int.self) == 11)
        #expect(container.resolve(Int.self) == 11)
    }

    @Test func aDecoratorAndItsServiceMayBelongToDifferentActors() async throws {
        let (container, vault, other) = (container, Vault(), Vault())
        await vault.register(in: container)
        await other.decorate(in: container)
        container.decorate(Int.self) { @MainActor number in
            MainActor.assertIsolated()
            return -number
        }
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        #expect(try await container.asyncResolve(Int.self) == -11)
        #expect(container.resolve(Int.self) == -11)
        #expect(await vault.runs == 1)
        #expect(await other.runs == 1)
    }

    @Test func aDecoratorOfAnActorMayStandOnAnAsynchronousService() async throws {
        let (container, vault, other) = (container, Vault(), Vault())
        await vault.registerAsynchronously(in: container)
        await other.decorate(in: container)
        #expect(try await container.asyncResolve(Int.self) == 11)
        #expect(container.resolve(Int.self) == 11)
    }
}

extension DependencyKeys {
    fileprivate var page: DependencyKey<ActorIsolationTests.Page> {
        .init { @MainActor in ActorIsolationTests.Page() }
    }
}
