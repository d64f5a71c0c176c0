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
            #expect(optionalResolve(String.self) == nil)
        }
    }
}
