import Foundation
import Hopoate
import Testing

@Suite struct SharedContainerTests {
    let container = DependencyContainer()

    @Test(arguments: [(nil, 42), (SomeError(), nil)] as [(SomeError?, Int?)])
    func `withShared binds for its operation and thread only`(_ error: SomeError?, _ expected: Int?) {
        let (before, inner) = (DependencyContainer.shared, DependencyContainer())
        let result = Result {
            try DependencyContainer.withShared(container) { () throws -> Int in
                DependencyContainer.withShared(inner) { #expect(DependencyContainer.shared === inner) }
                #expect(DependencyContainer.shared === container)
                let seen = Shared<DependencyContainer?>(nil)
                onThreads(1) { _ in seen.value = DependencyContainer.shared }
                #expect(seen.value != nil && seen.value !== container)
                if let error { throw error }
                return 42
            }
        }
        #expect((try? result.get()) == expected)
        #expect(DependencyContainer.shared === before)
    }

    private struct Screen { @Dependency var label: String }

    /// Objects look up services in the container of their creator, whatever is shared at the first look-up.
    @Test(arguments: [Lifetime.eager, .cached, .transient])
    func `a creator runs with its own container as the shared one`(_ lifetime: Lifetime) {
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

    @Test func `child tasks inherit the binding, and detached ones do not`() async {
        await DependencyContainer.withShared(container) {
            async let child = DependencyContainer.shared === container
            #expect(await child)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { DependencyContainer.shared === container } }
                for await isBound in group { #expect(isBound) }
            }
            let detached = await Task.detached { DependencyContainer.shared }.value
            #expect(detached !== container)
        }
    }

    @MainActor @Test func `the asynchronous withShared stays on the caller's actor`() async {
        await DependencyContainer.withShared(container) {
            await Task.yield()
            MainActor.assertIsolated()
            #expect(DependencyContainer.shared === container)
        }
    }

    @Test func `the global functions use the shared container`() async throws {
        container.register(7, for: Int.self)
        container.register(8, for: Int.self, named: "eight")
        container[\.sharedText] = "own"
        container.contribute(to: String.self, named: "n") { "contribution" }
        try DependencyContainer.withShared(container) { () throws in
            #expect([resolve(Int.self), try resolving(Int.self), optionalResolve(Int.self)] == [7, 7, 7])
            #expect(resolve(Int.self, named: "eight") == 8)
            #expect(try resolving(Int.self, named: "eight") == 8)
            #expect(optionalResolve(Int.self, named: "eight") == 8)
            #expect(optionalResolve(String.self) == nil)
            #expect(
                [resolve(\.sharedText), try resolving(\.sharedText), optionalResolve(\.sharedText)] == [
                    "own", "own", "own",
                ]
            )
            #expect(optionalResolve(\.sharedNumber) == nil)
            #expect(resolveAll(String.self, named: "n") == ["contribution"])
        }
        container.register(Int.self) { () async throws in 7 }
        container.register(String.self, taking: Int.self) { "\($0)" }
        try await DependencyContainer.withShared(container) { () async throws in
            #expect(try await asyncResolve(Int.self) == 7)
            #expect(try await asyncResolve(String.self, with: 7) == "7")
            #expect(try await asyncResolve(\.sharedText) == "own")
        }
    }

    @Test func `the type of a resolved service may come from its context`() async throws {
        struct Pair: Equatable { let (number, text): (Int, String) }
        container.register(7, for: Int.self)
        container.register("named", for: String.self, named: "n")
        container.contribute(to: Int.self) { 1 }
        container.register(Pair.self) { Pair(number: resolve(), text: resolve(named: "n")) }
        let pair: Pair = container.resolve()
        let (thrown, awaited): (Pair, Pair) = (try container.resolving(), try await container.asyncResolve())
        let list: [Int] = container.resolve()
        let shared: (Int, Int) = try await DependencyContainer.withShared(container) {
            (try resolving(), try await asyncResolve())
        }
        #expect([pair, thrown, awaited] == Array(repeating: Pair(number: 7, text: "named"), count: 3))
        #expect(list == [1] && shared == (7, 7))

        let (file, line): (StaticString, UInt) = (#fileID, #line + 1)
        let error = dependencyError { let _: String = try container.resolving() }
        #expect(error?.service == String.self && error?.fileID.description == file.description && error?.line == line)
    }

    @Test func `an optional from the context is nil if its service is not registered`() async throws {
        let lookUps: any OptionalsByContext = OptionalNumbers(container: container)
        #expect(lookUps.resolved == [nil, nil])
        await #expect(throws: DependencyError.self) { try await lookUps.thrown }
        container.register(7, for: Int.self)
        #expect(lookUps.resolved == [7, 7])
        #expect(try await lookUps.thrown == [7, 7, 7, 7])
    }
}

/// The compiler warns of these, but not of what a protocol requires.
private protocol OptionalsByContext {
    var resolved: [Int?] { get }
    var thrown: [Int?] { get async throws }
}

private struct OptionalNumbers: OptionalsByContext {
    let container: DependencyContainer

    @available(*, deprecated) var resolved: [Int?] {
        DependencyContainer.withShared(container) { [container.resolve() as Int?, resolve() as Int?] }
    }

    @available(*, deprecated) var thrown: [Int?] {
        get async throws {
            try await DependencyContainer.withShared(container) { () async throws -> [Int?] in
                [
                    try container.resolving() as Int?, try resolving() as Int?,
                    try await container.asyncResolve() as Int?, try await asyncResolve() as Int?,
                ]
            }
        }
    }
}

extension DependencyKeys {
    fileprivate var sharedText: DependencyKey<String> { .init { "default" } }
    fileprivate var sharedNumber: DependencyKey<Int> { .required() }
}
