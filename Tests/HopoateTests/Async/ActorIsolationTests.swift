import Hopoate
import Testing

/// Creators carry the actor that they name, and run nowhere else.
@Suite struct ActorIsolationTests {
    let container = DependencyContainer()

    /// What takes a creator, or a decorator.
    enum Form: CaseIterable { case creator, asynchronous, argument, decorator, key, keyDefault }

    /// Registers creators that belong to its actor, and counts what they make.
    @Press final class Vault {
        nonisolated init() {}

        private(set) var runs = 0

        fileprivate func next() -> Int {
            Press.assertIsolated()
            runs += 1
            return runs
        }

        func register(in container: DependencyContainer, as form: Form = .creator) {
            switch form {
            case .creator: container.register(Int.self) { @Press in self.next() }
            case .asynchronous:
                container.register(Int.self) { @Press () async throws -> Int in
                    await Task.yield()
                    return self.next()
                }
            case .argument:
                container.register(Int.self, taking: Int.self, lifetime: .cached) { @Press in $0 + self.next() - 7 }
            case .decorator:
                container.register(0, for: Int.self)
                container.decorate(Int.self) { @Press in $0 + self.next() }
            case .key: container.register(\.ofPress) { @Press in self.next() }
            case .keyDefault: break
            }
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

    @Test(arguments: Form.allCases) func allThatTakesACreatorTakesOneOfAnActor(_ form: Form) async throws {
        let (container, vault) = (container, Vault())
        await vault.register(in: container, as: form)
        @Sendable func resolving() throws -> Int {
            switch form {
            case .argument: try container.resolving(Int.self, with: 7)
            case .key, .keyDefault: try container.resolving(\.ofPress)
            default: try container.resolving(Int.self)
            }
        }
        if form == .asynchronous {
            let error = try #require(throws: DependencyError.self) { try resolving() }
            #expect("\(error.reason)" == "needsAwait")
        } else {
            #expect(try actor { _ = try resolving() } === Press.shared)
        }
        #expect(await vault.runs == 0)
        let number =
            switch form {
            case .argument: try await container.asyncResolve(Int.self, with: 7)
            case .key, .keyDefault: try await container.asyncResolve(\.ofPress)
            default: try await container.asyncResolve(Int.self)
            }
        #expect(number == 1)
        #expect(try resolving() == 1)
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

    // MARK: - Others

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

extension DependencyKeys {
    fileprivate var ofPress: DependencyKey<Int> { .init { @ActorIsolationTests.Press in 1 } }
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
