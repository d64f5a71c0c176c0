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

    /// A creator of the process-wide container runs in that, whatever its caller shares.
    @Test func `a creator of the process-wide container does not run in a test's container`() {
        struct Named { @OptionalDependency(named: "only in the test's container") var label: String? }
        let processWide = DependencyContainer.shared
        let token = processWide.register(Named.self, lifetime: .cached) { Named() }
        defer { processWide.remove(token) }
        container.register("captured", for: String.self, named: "only in the test's container")
        let named = DependencyContainer.withShared(container) { processWide.resolve(Named.self) }
        #expect(named.label == nil)
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

    @Test func `the global functions use the shared container`() throws {
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
    }

    @Test func `global functions in a creator use the container that creates the instance`() throws {
        container.register([String].self, lifetime: .perContainer) {
            [
                resolve(String.self), try resolving(String.self), optionalResolve(String.self) ?? "nil",
                resolve(\.sharedText), try resolving(\.sharedText), optionalResolve(\.sharedText) ?? "nil",
            ]
        }
        let child = DependencyContainer(parent: container)
        for (container, text) in [(container, "parent"), (child, "child")] {
            container.register(text, for: String.self)
            container[\.sharedText] = "\(text)'s key"
        }
        let ofChild = ["child", "child", "child", "child's key", "child's key", "child's key"]
        #expect(try child.resolving([String].self) == ofChild)
        #expect(try DependencyContainer.withShared(child) { try container.resolving([String].self).first } == "parent")
    }
}

extension DependencyKeys {
    fileprivate var sharedText: DependencyKey<String> { .init { "default" } }
    fileprivate var sharedNumber: DependencyKey<Int> { .required() }
}
