import Hopoate
import Testing

/// What each lifetime makes of an asynchronous creator.
@Suite struct AsyncLifetimeTests {
    let container = DependencyContainer()

    private enum Local {
        @TaskLocal static var number = 0
    }

    // MARK: - Eager

    @Test func anEagerCreationBeginsWhenItIsRegistered() async throws {
        let (runs, started, finish) = (Counter(), Gate(), Gate())
        container.register(Int.self, lifetime: .eager) {
            started.open()
            await finish.wait()
            return runs.increment()
        }
        await started.wait()
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        async let number = container.asyncResolve(Int.self)
        finish.open()
        #expect(try await number == 1)
        #expect(container.resolve(Int.self) == 1)
        #expect(runs.count == 1)
    }

    @Test func anEagerCreationThatFailsIsTriedAgain() async throws {
        let (runs, failing) = (Counter(), Gate())
        container.register(Int.self, lifetime: .eager) {
            let run = runs.increment()
            guard run == 1 else { return run }
            defer { failing.open() }
            throw SomeError()
        }
        await failing.wait()
        // Who asks before the first creation has ended awaits that.
        if let number = try? await container.asyncResolve(Int.self) { #expect(number == 2) }
        #expect(try await container.asyncResolve(Int.self) == 2)
        #expect(runs.count == 2)
    }

    @Test func aContainerThatIsLeftWhileAnEagerCreationRunsGoesWhenThatEnds() async {
        let (started, finish, gone) = (Gate(), Gate(), Gate())
        DependencyContainer().register(Logger.self, lifetime: .eager) {
            started.open()
            await finish.wait()
            #expect(DependencyContainer.shared.canResolve(Logger.self))
            return Logger { gone.open() }
        }
        await started.wait()
        finish.open()
        await gone.wait()
    }

    // MARK: - Transient

    @Test func aTransientServiceIsCreatedEachTimeInTheTaskOfWhoAsks() async throws {
        let container = container
        container.register(Int.self, lifetime: .transient) {
            await Task.yield()
            return Local.number
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    await Local.$number.withValue(number) {
                        #expect((try? await container.asyncResolve(Int.self)) == number)
                    }
                }
            }
        }
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
    }

    @Test func cancellingTheTaskThatAsksReachesTheCreatorOfATransientService() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(Int.self, lifetime: .transient) {
            started.open()
            await finish.wait()
            try Task.checkCancellation()
            return 1
        }
        let task = Task { try await container.asyncResolve(Int.self) }
        await started.wait()
        task.cancel()
        finish.open()
        let error = try await #require(throws: DependencyError.self) { try await task.value }
        #expect(error.underlyingError is CancellationError)
        #expect(try await container.asyncResolve(Int.self) == 1)
    }

    // MARK: - Weak

    @Test func aWeakServiceIsSharedWhileSomebodyHoldsIt() async throws {
        let (runs, released) = (Counter(), Counter())
        container.register((any Logging).self, lifetime: .weak) {
            await Task.yield()
            return Logger("\(runs.increment())") { released.increment() }
        }
        var logger: (any Logging)? = try await container.asyncResolve((any Logging).self)
        #expect(try await container.asyncResolve((any Logging).self) === logger)
        #expect(container.resolve((any Logging).self) === logger)
        logger = nil
        // The task of a creation may end a moment after those who await it, and holds the instance until then.
        await eventually(released.count == 1)
        #expect(released.count == 1)
        #expect(throws: DependencyError.self) { try container.resolving((any Logging).self) }
        #expect(try await container.asyncResolve((any Logging).self).label == "2")
        await eventually(released.count == 2)
        #expect(released.count == 2)
    }

    // MARK: - Expiring

    @Test func aServiceThatExpiresAtOnceIsCreatedForEachWhoAsks() async throws {
        let runs = Counter()
        container.register(TestClock(), for: (any ExpirationClock).self)
        container.register(Int.self, lifetime: .expiring(afterSeconds: 0), asyncCreator: { runs.increment() })
        let container = container
        #expect(await inTime { try? await container.asyncResolve(Int.self) } == 1)
        #expect(await inTime { try? await container.asyncResolve(Int.self) } == 2)
    }

    @Test func aClockThatHasToBeAwaitedSaysSo() async throws {
        container.register((any ExpirationClock).self, asyncCreator: { TestClock() })
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60), asyncCreator: { 1 })
        container.register(String.self, lifetime: .expiring(afterSeconds: 60)) { "sync" }
        let errors = [
            try await #require(throws: DependencyError.self) { try await container.asyncResolve(Int.self) },
            try await #require(throws: DependencyError.self) { try await container.asyncResolve(String.self) },
        ]
        for error in errors {
            guard case .needsAwait = error.reason else { return #expect("\(error.reason)" == "needsAwait") }
            #expect(error.description.contains("The creator of Hopoate.ExpirationClock is asynchronous"))
        }
        _ = try await container.asyncResolve((any ExpirationClock).self)
        #expect(try await container.asyncResolve(Int.self) == 1)
        #expect(try await container.asyncResolve(String.self) == "sync")
    }

    @Test func aClockOfAnActorIsReadThere() async throws {
        container.register((any ExpirationClock).self, lifetime: .cached) { @MainActor in TestClock() }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60)) { 1 }
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        #expect(try await container.asyncResolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func aClockThatAnActorMakesForEachReadingIsAnErrorWhereTheActorIsNotCurrent() async throws {
        container.register((any ExpirationClock).self, lifetime: .transient) { @MainActor in TestClock() }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 60), asyncCreator: { 1 })
        let error = try await #require(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        guard case .belongsToActor(let actor) = error.reason else { throw error }
        #expect(actor === MainActor.shared)
    }

    // MARK: - Others

    @Test func graphTraps() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register(Int.self, lifetime: .graph, asyncCreator: { 1 })
        }
        let text = try trapMessage(result)
        #expect(text.contains("AsyncLifetimeTests.swift:\(line): Fatal error: Swift.Int cannot be registered with an "))
        #expect(text.contains("asynchronous creator and the lifetime `graph`"))
    }

    @Test func aPropertyOfWhatNobodyHasAwaitedTraps() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Reader {
                @Dependency var number: Int
            }
            DependencyContainer.shared.register(Int.self, asyncCreator: { 1 })
            _ = Reader().number
        }
        let text = try trapMessage(result)
        #expect(text.contains("AsyncLifetimeTests.swift:\(line): Fatal error: The creator of Swift.Int is async"))
        #expect(text.contains("await it: `try await container.asyncResolve(Int.self)`"))
    }
}
