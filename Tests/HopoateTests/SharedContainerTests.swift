import Foundation
import Hopoate
import Testing

@Suite struct SharedContainerTests {
    let container = DependencyContainer()

    @Test func withSharedBindsForItsOperationOnly() {
        let before = DependencyContainer.shared
        let result = DependencyContainer.withShared(container) {
            #expect(DependencyContainer.shared === container)
            return 42
        }
        #expect(result == 42)
        #expect(DependencyContainer.shared === before)
    }

    @Test func theProcessWideContainerIsNotFreed() async {
        await #expect(processExitsWith: .success) {
            let before = DependencyContainer.shared
            DependencyContainer.shared.register("kept", for: String.self)
            for _ in 0..<100_000 { precondition(DependencyContainer.shared === before) }
            precondition(DependencyContainer.shared.resolve(String.self) == "kept")
        }
    }

    @Test func withSharedNests() {
        let inner = DependencyContainer()
        DependencyContainer.withShared(container) {
            DependencyContainer.withShared(inner) {
                #expect(DependencyContainer.shared === inner)
            }
            #expect(DependencyContainer.shared === container)
        }
    }

    @Test func withSharedRethrowsAndUnbinds() {
        let before = DependencyContainer.shared
        #expect(throws: SomeError.self) {
            try DependencyContainer.withShared(container) { throw SomeError() }
        }
        #expect(DependencyContainer.shared === before)
    }

    @Test func childTasksInheritTheBindingAndDetachedOnesDoNot() async {
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

    @MainActor @Test func theAsyncFormStaysOnTheCallersActor() async {
        await DependencyContainer.withShared(container) {
            await Task.yield()
            MainActor.assertIsolated()
            #expect(DependencyContainer.shared === container)
        }
    }

    @Test func otherThreadsSeeTheProcessWideContainer() {
        DependencyContainer.withShared(container) {
            let seen = Shared<DependencyContainer?>(nil)
            onThreads(1) { _ in seen.value = DependencyContainer.shared }
            #expect(seen.value != nil && seen.value !== container)
        }
    }

    @Test func insideACreatorWithSharedBindsToo() async {
        let other = DependencyContainer()
        let container = container
        container.register(Bool.self, lifetime: .transient) {
            let isOwn = DependencyContainer.shared === container
            let isBound = DependencyContainer.withShared(other) { DependencyContainer.shared === other }
            return isOwn && isBound && DependencyContainer.shared === container
        }
        #expect(container.resolve(Bool.self))
        await withTaskGroup(of: Void.self) { group in
            #expect(container.resolve(Bool.self))
            group.addTask { #expect(container.resolve(Bool.self)) }
        }
        DependencyContainer.withShared(other) {
            #expect(container.resolve(Bool.self))
            #expect(DependencyContainer.shared === other)
        }
    }

    @Test func theGlobalFunctionsUseTheSharedContainer() {
        container.register(7, for: Int.self)
        container.register(8, for: Int.self, named: "eight")
        DependencyContainer.withShared(container) {
            #expect(resolve(Int.self) == 7)
            #expect(resolve(Int.self, named: "eight") == 8)
            #expect(optionalResolve(Int.self) == 7)
            #expect(optionalResolve(Int.self, named: "eight") == 8)
            #expect(optionalResolve(String.self) == nil)
        }
    }

    @Test func theGlobalFunctionsThatThrowUseTheSharedContainer() throws {
        container.register(7, for: Int.self)
        container.register(8, for: Int.self, named: "eight")
        try DependencyContainer.withShared(container) { () throws in
            #expect(try resolving(Int.self) == 7)
            #expect(try resolving(Int.self, named: "eight") == 8)
        }
    }

    @Test func theGlobalFunctionsTakeTypedKeys() throws {
        container[\.sharedText] = "own"
        try DependencyContainer.withShared(container) { () throws in
            #expect(resolve(\.sharedText) == "own")
            #expect(try resolving(\.sharedText) == "own")
            #expect(optionalResolve(\.sharedText) == "own")
            #expect(optionalResolve(\.sharedNumber) == nil)
            container.register(5, for: \.sharedNumber)
            #expect(optionalResolve(\.sharedNumber) == 5)
        }
    }

    @Test func insideACreatorTheGlobalFunctionsAskTheContainerThatMakesTheService() throws {
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

    @Test func theirErrorsTellTheCallersLine() throws {
        try DependencyContainer.withShared(container) { () throws in
            let line = UInt(#line)
            let errors = [
                dependencyError { try resolving(Int.self) }, dependencyError { try resolving(Int.self, named: "name") },
                dependencyError { try resolving(\.sharedNumber) },
            ]
            #expect(errors.map { $0?.line } == [line + 2, line + 2, line + 3])
            #expect(errors.allSatisfy { $0?.fileID == "HopoateTests/SharedContainerTests.swift" })
            #expect(try #require(errors[1]).name == "name")
        }
    }

    @Test(arguments: ["type", "key", "optional type", "optional key"])
    func theirTrapsTellTheCallersLine(_ form: String) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [form = form as String] in
            DependencyContainer.shared.register(String.self) { throw SomeError() }
            DependencyContainer.shared.register(\.sharedText) { throw SomeError() }
            switch form {
            case "type": _ = resolve(String.self)
            case "key": _ = resolve(\.sharedText)
            case "optional type": _ = optionalResolve(String.self)
            default: _ = optionalResolve(\.sharedText)
            }
        }
        let text = try trapMessage(result)
        #expect(text.contains("SharedContainerTests.swift:\(line): Fatal error: The creator of Swift.String"))
    }
}

extension DependencyKeys {
    fileprivate var sharedText: DependencyKey<String> { .init { "default" } }
    fileprivate var sharedNumber: DependencyKey<Int> { .required() }
}
