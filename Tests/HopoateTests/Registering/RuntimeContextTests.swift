import Hopoate
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct RuntimeContextTests {
    @Test func alwaysHoldsEverywhere() {
        #expect(holds(.always))
    }

    @Test(arguments: [true, false]) func aConditionIsWhatTheAppSaysItIs(_ value: Bool) {
        #expect(holds(.condition(value)) == value)
    }

    @Test func thisIsATestAndNoPreview() {
        #expect(holds(.test))
        #expect(!holds(.preview))
    }

    @Test func aTestKnowsItInItsExitTestsToo() async {
        await #expect(processExitsWith: .success) {
            try #require(holds(.test))
        }
    }

    @Test func debugIsABuildWithoutOptimisation() {
        #if DEBUG
        #expect(holds(.debug))
        #else
        #expect(!holds(.debug))
        #endif
    }

    #if !targetEnvironment(simulator)
    @Test func thisIsNoSimulator() {
        #expect(!holds(.simulator))
    }
    #endif

    @Test func whatNobodyHasSetDoesNotHold() {
        #expect(!holds(.argument("-uitest")))
        #expect(!holds(.environment("HOPOATE_MISSING")))
    }

    #if !os(Windows)
    /// In a process of its own, as other threads may read the environment.
    @Test func theEnvironmentIsReadAtEachJudgement() async {
        await #expect(processExitsWith: .success) {
            let context = RuntimeContext.environment("HOPOATE_BACKEND", "staging")
            try #require(!holds(context))
            setenv("HOPOATE_BACKEND", "staging", 1)
            try #require(holds(context))
            unsetenv("HOPOATE_BACKEND")
            try #require(!holds(context))
        }
    }
    #endif

    @Test(arguments: [true, false], [true, false])
    func theOperatorsAreThoseOfBooleans(_ left: Bool, _ right: Bool) {
        let never = !RuntimeContext.always
        let (one, other) = (left ? RuntimeContext.always : never, right ? RuntimeContext.always : never)
        #expect(holds(one && other) == (left && right))
        #expect(holds(one || other) == (left || right))
        #expect(holds(!one) == !left)
    }
}

/// Whether a container registers what is registered in a context.
private func holds(_ context: RuntimeContext) -> Bool {
    let container = DependencyContainer()
    container.register(1, for: Int.self, when: context)
    return container.canResolve(Int.self)
}
