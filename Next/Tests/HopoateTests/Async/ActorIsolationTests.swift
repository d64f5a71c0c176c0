import Hopoate
import Testing

/// Creators carry the actor that they name, and run nowhere else.
@Suite struct ActorIsolationTests {
    let container = DependencyContainer()

    /// Registers creators that belong to it, and counts what they make.
    @Press final class Vault {
        nonisolated init() {}

        private(set) var runs = 0

        private func next() -> Int {
            Press.assertIsolated()
            runs += 1
            return runs
        }

        func register(in container: DependencyContainer, _ lifetime: Lifetime = .cached) {
            container.register(Int.self, lifetime: lifetime) { @Press in self.next() }
        }

        func registerAsynchronously(in container: DependencyContainer) {
            container.register(Int.self) { @Press () async throws -> Int in
                await Task.yield()
                return self.next()
            }
        }

        func registerTaking(in container: DependencyContainer) {
            container.register(Int.self, taking: Int.self, lifetime: .cached) { @Press in $0 + self.next() }
        }

        func decorate(in container: DependencyContainer) {
            container.decorate(Int.self) { @Press in $0 * 10 + self.next() }
        }

        func resolve(from container: DependencyContainer) throws -> Int { try container.resolving(Int.self) }

        func asyncResolve(from container: DependencyContainer) async throws -> Int {
            defer { Press.assertIsolated() }
            return try await container.asyncResolve(Int.self)
        }
    }

    @globalActor actor Press {
        static let shared = Press()
    }

    @MainActor final class Page {
        static var count = 0
        let number: Int

        init(_ number: Int = 1) { self.number = number }
    }

    // MARK: - On the actor and off it

    @MainActor @Test(arguments: [Lifetime.cached, .transient, .weak, .graph, .eager, .expiring(afterSeconds: 60)])
    func onItsActorAServiceIsResolvedAsEver(_ lifetime: Lifetime) throws {
        container.register(Page.self, lifetime: lifetime) { @MainActor in Page(7) }
        #expect(try container.resolving(Page.self).number == 7)
        #expect(container.resolve(Page.self).number == 7)
        #expect(container.optionalResolve(Page.self)?.number == 7)
    }

    @Test func elsewhereItIsAnErrorThatNamesTheServiceThePlacesAndTheCure() async throws {
        let container = container
        let line = #line + 1
        await MainActor.run {
            _ = container.register(Page.self, named: "front", lifetime: .cached) { @MainActor in Page() }
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Page.self, named: "front") }
        guard case .belongsToActor(let actor) = error.reason else { return #expect("\(error.reason)" == "belongs") }
        #expect(actor === MainActor.shared)
        #expect(error.fileID == #fileID)
        let text = error.description
        #expect(
            text.contains(
                "ActorIsolationTests.Page named \"front\" belongs to the main actor, and was asked for elsewhere."
            )
        )
        #expect(text.contains("asked for at: HopoateTests/ActorIsolationTests.swift:\(line + 3)"))
        #expect(text.contains("registered at: HopoateTests/ActorIsolationTests.swift:\(line + 1)"))
        #expect(text.contains("`try await asyncResolve(_:)`, which runs it there"))
        #expect(text.contains("{ … } for { @MainActor in … }"))
    }

    @Test(arguments: [Lifetime.cached, .transient, .eager, .graph, .expiring(afterSeconds: 60)])
    func elsewhereTheCreatorNeverRuns(_ lifetime: Lifetime) async throws {
        let (container, runs) = (container, Counter())
        container.register(Int.self, lifetime: lifetime) { @MainActor in
            MainActor.assertIsolated()
            return runs.increment()
        }
        for _ in 0..<3 { #expect(try actor { _ = try container.resolving(Int.self) } === MainActor.shared) }
        let haveEnded = onThreads(8) { _ in
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        }
        #expect(haveEnded)
        #expect(runs.count == 0)
        #expect(try await container.asyncResolve(Int.self) == 1)
        #expect(runs.count == 1)
    }

    @Test func aCreatorOfAnActorBelongsToThatActor() async throws {
        let (container, vault, other) = (container, Vault(), Vault())
        await vault.register(in: container)
        #expect(try actor { _ = try container.resolving(Int.self) } === Press.shared)
        let error = try await #require(throws: DependencyError.self) { try await other.resolve(from: container) }
        #expect(error.description.contains("The creator or decorator of Swift.Int belongs to the actor HopoateTests."))
        // Only the main actor is known without awaiting.
        await #expect(throws: DependencyError.self) { try await vault.resolve(from: container) }
        #expect(await vault.runs == 0)
        #expect(try await vault.asyncResolve(from: container) == 1)
        #expect(try await other.resolve(from: container) == 1)
    }

    @Test func asyncResolveRunsTheCreatorOnItsActorAndReturnsToTheCallers() async throws {
        let (container, vault, other) = (container, Vault(), Vault())
        await vault.register(in: container)
        #expect(try await other.asyncResolve(from: container) == 1)
        #expect(try await vault.asyncResolve(from: container) == 1)
        #expect(try await container.asyncResolve(Int.self) == 1)
        #expect(await vault.runs == 1)
    }

    @Test func whatIsKeptIsAvailableEverywhere() async throws {
        let (container, vault) = (container, Vault())
        await vault.register(in: container)
        _ = try await container.asyncResolve(Int.self)
        #expect(container.resolve(Int.self) == 1)
        let haveEnded = onThreads(4) { _ in #expect(container.resolve(Int.self) == 1) }
        #expect(haveEnded)
        let reader = DependencyContainer.withShared(container) { Dependency<Int>() }
        #expect(reader.wrappedValue == 1)
    }

    @Test func hundredsOfTasksShareOneCreationOnTheActor() async {
        let (container, vault) = (container, Vault())
        await vault.register(in: container)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<300 { group.addTask { #expect((try? await container.asyncResolve(Int.self)) == 1) } }
        }
        #expect(await vault.runs == 1)
    }

    @Test func aCreatorOfAGlobalActorBelongsToThat() async throws {
        let container = container
        container.register(Int.self, lifetime: .transient) { @Press in
            Press.assertIsolated()
            return 5
        }
        #expect(try actor { _ = try container.resolving(Int.self) } === Press.shared)
        #expect(try await container.asyncResolve(Int.self) == 5)
        let resolve = { @Press in try await container.asyncResolve(Int.self) }
        #expect(try await resolve() == 5)
    }

    @MainActor @Test func aSendableClosureIsBoundToNoActor() async throws {
        container.register(Int.self, lifetime: .cached) { @Sendable in 3 }
        container.register(Int.self, taking: Int.self) { @Sendable in $0 }
        container.decorate(Int.self) { @Sendable in $0 + 1 }
        let container = container
        let haveEnded = onThreads(1) { _ in
            #expect(container.resolve(Int.self) == 4)
            #expect(container.resolve(Int.self, with: 7) == 7)
        }
        #expect(haveEnded)
    }

    @Test func aCreatorThatIsWrittenOnNoActorRunsAnywhere() async throws {
        container.register(Int.self, lifetime: .transient) { 3 }
        let container = container
        #expect(container.resolve(Int.self) == 3)
        await MainActor.run { #expect(container.resolve(Int.self) == 3) }
    }

    // MARK: - Others

    @Test func aServiceOfTheMainActorThatAnotherNeedsIsOnThePathOfTheError() async throws {
        let container = container
        container.register(Int.self, lifetime: .cached) { @MainActor in 3 }
        container.register(String.self, lifetime: .cached) {
            "\(try DependencyContainer.shared.resolving(Int.self))"
        }
        let error = try await #require(throws: DependencyError.self) { try await container.asyncResolve(String.self) }
        guard case .belongsToActor = error.reason else { return #expect("\(error.reason)" == "belongsToActor") }
        #expect(error.arrows == "String → Int")
        #expect(try await MainActor.run { try container.resolving(String.self) } == "3")
    }

    @Test func aCreatorThatThrowsOnItsActorKeepsNothing() async throws {
        let runs = Counter()
        container.register(Int.self, lifetime: .cached) { @MainActor in
            if runs.increment() == 1 { throw SomeError() }
            return 2
        }
        let error = try await #require(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        #expect(try await container.asyncResolve(Int.self) == 2)
    }

    @MainActor @Test func aPropertyIsReadOnTheActor() {
        struct Reader {
            @Dependency var page: Page
        }
        container.register(Page.self, lifetime: .cached) { @MainActor in Page(3) }
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(reader.page.number == 3)
    }

    @Test func aPropertyThatIsReadElsewhereTraps() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Reader {
                @Dependency var number: Int
            }
            DependencyContainer.shared.register(Int.self, lifetime: .cached) { @MainActor in 1 }
            onThreads(1) { _ in _ = Reader().number }
        }
        let text = try trapMessage(result)
        #expect(text.contains("ActorIsolationTests.swift:\(line): Fatal error: The creator or decorator of Swift.Int"))
        #expect(text.contains("registered at: HopoateTests/ActorIsolationTests.swift:\(line)"))
    }

    @Test func resolvingElsewhereTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            await Vault().register(in: container)
            _ = container.resolve(Int.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("Fatal error: The creator or decorator of Swift.Int belongs to the actor HopoateTests."))
        #expect(text.contains("try await asyncResolve(_:)"))
    }

    @MainActor @Test func anEagerServiceOfTheActorIsCreatedWhenItIsRegisteredThere() {
        let runs = Counter()
        container.register(Int.self, lifetime: .eager) { @MainActor in runs.increment() }
        #expect(runs.count == 1)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func anEagerCreatorIsNotRunOffItsActor() async throws {
        let (container, runs) = (container, Counter())
        container.register(Int.self, lifetime: .eager) { @MainActor in runs.increment() }
        #expect(runs.count == 0)
        #expect(try actor { _ = try container.resolving(Int.self) } === MainActor.shared)
        #expect(try await container.asyncResolve(Int.self) == 1)
        await MainActor.run {
            _ = container.register(Int.self, lifetime: .eager) { runs.increment() }
            #expect(runs.count == 2)
        }
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func aParentsServiceBelongsToItsActor() async throws {
        let (parent, vault) = (container, Vault())
        await vault.register(in: parent)
        let child = DependencyContainer(parent: parent)
        #expect(try actor { _ = try child.resolving(Int.self) } === Press.shared)
        #expect(try await child.asyncResolve(Int.self) == 1)
        #expect(parent.resolve(Int.self) == 1)
    }

    @Test func whatACreatorOfAnActorHoldsGoesWithItsRegistration() async throws {
        weak var vault: Vault?
        do {
            let own = Vault()
            vault = own
            await own.register(in: container)
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        }
        #expect(vault != nil)
        container.reset()
        await eventually(vault == nil)
        #expect(vault == nil)
    }
}

/// The actor that resolving has to take place on, by the error.
func actor(of resolve: () throws -> Void) throws -> any Actor {
    let error = try #require(throws: DependencyError.self, performing: resolve)
    guard case .belongsToActor(let actor) = error.reason else {
        Issue.record("The error is \(error.reason), not belongsToActor.")
        throw error
    }
    return actor
}
