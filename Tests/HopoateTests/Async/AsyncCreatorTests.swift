import Hopoate
import Testing

@Suite struct AsyncCreatorTests {
    let container = DependencyContainer()

    private struct Reader {
        @Dependency var number: Int
        @OptionalDependency var maybe: Int?
    }

    // MARK: - Asking

    @Test func aServiceIsCreatedWhenItIsFirstAwaitedAndThenResolvedLikeAnyOther() async throws {
        let runs = Counter()
        container.register(Int.self) {
            await Task.yield()
            return runs.increment()
        }
        #expect(container.canResolve(Int.self))
        #expect(runs.count == 0)
        for _ in 0..<3 { #expect(try await container.asyncResolve(Int.self) == 1) }
        #expect(try container.resolving(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.optionalResolve(Int.self) == 1)
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(reader.number == 1)
        #expect(reader.maybe == 1)
        #expect(runs.count == 1)
    }

    @Test func resolvingItWithoutAwaitingIsAnErrorThatSaysToAwait() throws {
        let line = #line + 1
        container.register(Int.self, named: "slow") {
            await Task.yield()
            return 1
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self, named: "slow") }
        guard case .needsAwait = error.reason else { return #expect("\(error.reason)" == "needsAwait") }
        #expect(error.name == "slow")
        #expect(error.description.contains("The creator of Swift.Int named \"slow\" is asynchronous"))
        #expect(error.description.contains("`try await container.asyncResolve(Int.self, named: \"slow\")`"))
        #expect(error.description.contains("registered at: HopoateTests/AsyncCreatorTests.swift:\(line)"))
    }

    @Test func whatIsNotAsynchronousCanBeAwaitedToo() async throws {
        container.register("instance", for: String.self)
        container.register(Int.self, lifetime: .cached) { 7 }
        container.register(Int.self, taking: String.self) { $0.count }
        #expect(try await container.asyncResolve(String.self) == "instance")
        #expect(try await container.asyncResolve(Int.self) == 7)
        #expect(try await container.asyncResolve(Int.self, with: "four") == 4)
        #expect(try await container.asyncResolve(\.awaited) == "default")
        container[\.awaited] = "set"
        #expect(try await container.asyncResolve(\.awaited) == "set")
    }

    // MARK: - The shared container

    @Test(arguments: [Lifetime.cached, .transient, .eager])
    func theSharedContainerOfTheCreatorIsItsOwnInChildTasksToo(_ lifetime: Lifetime) async throws {
        let (own, other) = (container, DependencyContainer())
        let ownID = ObjectIdentifier(own)
        container.register([Bool].self, lifetime: lifetime) {
            let shared: @Sendable () async -> Bool = {
                await Task.yield()
                return ObjectIdentifier(DependencyContainer.shared) == ownID
            }
            async let child = shared()
            let grouped = await withTaskGroup(of: Bool.self) { group in
                group.addTask { await shared() }
                return await group.next() == true
            }
            let isBound = DependencyContainer.withShared(other) { DependencyContainer.shared === other }
            return [await shared(), await child, grouped, await Task { await shared() }.value, isBound]
        }
        let seen = try await DependencyContainer.withShared(other) {
            defer { #expect(DependencyContainer.shared === other) }
            return try await own.asyncResolve([Bool].self)
        }
        #expect(seen == Array(repeating: true, count: 5))
    }

    // MARK: - Errors

    @Test func aCreatorThatThrowsKeepsNothingAndRunsAgain() async throws {
        let runs = Counter()
        container.register(Int.self) {
            let run = runs.increment()
            await Task.yield()
            if run < 3 { throw SomeError() }
            return run
        }
        for _ in 0..<2 {
            let error = try await #require(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
            #expect(error.underlyingError as? SomeError == SomeError())
            #expect(error.arrows == "Int")
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        }
        #expect(try await container.asyncResolve(Int.self) == 3)
        #expect(container.resolve(Int.self) == 3)
    }

    @Test func thePathLeadsOverAsynchronousAndOtherCreators() async throws {
        container.register(Int.self) { try await DependencyContainer.shared.asyncResolve(String.self).count }
        container.register(String.self, lifetime: .transient) { () async throws -> String in
            await Task.yield()
            return "\(try DependencyContainer.shared.resolving(Double.self))"
        }
        container.register(Double.self, lifetime: .cached) {
            DependencyContainer.shared.optionalResolve(Bool.self) == nil
                ? try DependencyContainer.shared.resolving(Float.self).magnitude.isZero ? 1 : 2 : 3
        }
        let error = try await #require(throws: DependencyError.self) { try await container.asyncResolve(Int.self) }
        guard case .missing = error.reason else { return #expect("\(error.reason)" == "missing") }
        #expect(error.arrows == "Int → String → Double → Float")
        #expect(error.description.contains("path: Int → String → Double → Float"))
    }
}

extension DependencyKeys {
    fileprivate var awaited: DependencyKey<String> { .init { "default" } }
}

extension DependencyError {
    /// The path in one line.
    var arrows: String { path.map { "\($0.service)" }.joined(separator: " → ") }
}
