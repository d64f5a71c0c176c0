import Hopoate
import Testing

@Suite struct AsyncCycleTests {
    let container = DependencyContainer()

    private struct A {}
    private struct B {}
    private struct C {}

    private func register<Service: Sendable, Needed>(
        _ service: Service.Type,
        needs needed: Needed.Type,
        _ lifetime: Lifetime = .cached,
        meeting: Meeting? = nil,
        make: @escaping @Sendable () -> Service
    ) {
        container.register(service, lifetime: lifetime) {
            await meeting?.wait()
            _ = try await DependencyContainer.shared.asyncResolve(needed)
            return make()
        }
    }

    /// The path of the cycle that resolving a service ends with.
    private func cycle<Service>(of service: Service.Type) async -> String? {
        let container = container
        let path = await inTime {
            let error = await dependencyError { try await container.asyncResolve(service) }
            guard let error else { return "no error" }
            if case .cycle = error.reason { return error.arrows }
            return error.description
        }
        return path ?? "it hangs"
    }

    @Test(arguments: [Lifetime.cached, .transient, .eager])
    func aServiceThatNeedsItself(_ lifetime: Lifetime) async {
        register(A.self, needs: A.self, lifetime) { A() }
        #expect(await cycle(of: A.self) == "A → A")
    }

    /// As for a synchronous creator: the creation that is given up goes on, and has to end first.
    @Test func aServiceThatNeedsItselfOnceItsCreationIsGivenUp() async {
        let (container, token, runs) = (container, Shared<AnyServiceRegistration?>(nil), Counter())
        token.value = container.register(A.self) { () async throws -> A in
            // The end of the test, which there would not be otherwise.
            if runs.increment() > 10 { throw SomeError(text: "it never ends") }
            token.value.map(container.reset)
            return try await container.asyncResolve(A.self)
        }
        #expect(await cycle(of: A.self) == "A → A")
        #expect(runs.count == 1)
    }

    @Test(arguments: [Lifetime.cached, .transient], [Lifetime.cached, .transient])
    func twoServicesThatNeedEachOther(_ first: Lifetime, _ second: Lifetime) async {
        register(A.self, needs: B.self, first) { A() }
        register(B.self, needs: A.self, second) { B() }
        #expect(await cycle(of: A.self) == "A → B → A")
        #expect(await cycle(of: B.self) == "B → A → B")
    }

    @Test func aCycleOverChildTasks() async {
        container.register(A.self) { () async throws -> A in
            let shared = DependencyContainer.shared
            async let b = shared.asyncResolve(B.self)
            async let number = shared.asyncResolve(Int.self)
            _ = try await (b, number)
            return A()
        }
        register(B.self, needs: A.self) { B() }
        container.register(Int.self, asyncCreator: { 1 })
        #expect(await cycle(of: A.self) == "A → B → A")
    }

    @Test func twoTasksThatEnterFromBothEnds() async {
        for _ in 0..<50 {
            let test = AsyncCycleTests()
            let meeting = Meeting(2)
            test.register(A.self, needs: B.self, meeting: meeting) { A() }
            test.register(B.self, needs: A.self, meeting: meeting) { B() }
            async let first = test.cycle(of: A.self)
            async let second = test.cycle(of: B.self)
            #expect(await first == "A → B → A")
            #expect(await second == "B → A → B")
        }
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func manyTasksInACycleOfThree(_ second: Lifetime) async {
        for _ in 0..<50 {
            let test = AsyncCycleTests()
            test.register(A.self, needs: B.self) { A() }
            test.register(B.self, needs: C.self, second) { B() }
            test.register(C.self, needs: A.self) { C() }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { #expect(await test.cycle(of: A.self) == "A → B → C → A") }
                    group.addTask { #expect(await test.cycle(of: B.self) == "B → C → A → B") }
                    group.addTask { #expect(await test.cycle(of: C.self) == "C → A → B → C") }
                }
            }
        }
    }

    @Test func manyWaysToOneServiceAreNoCycle() async throws {
        for layer in 0..<24 {
            for name in ["a", "b"] {
                container.register(Int.self, named: "\(name)\(layer)") { () async throws -> Int in
                    if layer == 23 { return 1 }
                    let shared = DependencyContainer.shared
                    async let a = shared.asyncResolve(Int.self, named: "a\(layer + 1)")
                    async let b = shared.asyncResolve(Int.self, named: "b\(layer + 1)")
                    return try await max(a, b) + 1
                }
            }
        }
        let container = container
        #expect(await inTime { try? await container.asyncResolve(Int.self, named: "a0") } == 24)
    }

    @Test func aTaskThatOutlivesTheCreationMayAskForTheService() async throws {
        let (finish, asked) = (Gate(), Shared<Task<Int, any Error>?>(nil))
        container.register(
            Int.self,
            asyncCreator: {
                let shared = DependencyContainer.shared
                asked.value = Task {
                    await finish.wait()
                    return try await shared.asyncResolve(Int.self)
                }
                return 1
            }
        )
        #expect(try await container.asyncResolve(Int.self) == 1)
        finish.open()
        #expect(try await asked.value?.value == 1)
    }
}
