import Hopoate
import Testing

/// A cycle is an error with its path, for synchronous and asynchronous creators, from any number of callers.
@Suite struct CycleTests {
    let container = DependencyContainer()

    /// How creators run, and how their services are looked up.
    enum Form: CaseIterable {
        case synchronous, asynchronous

        /// Registers a creator that resolves the next service after `before` or `asyncBefore`.
        @discardableResult
        func register(
            _ name: String,
            _ lifetime: Lifetime = .cached,
            needing next: String,
            in container: DependencyContainer,
            before: @escaping @Sendable () throws -> Void = {},
            asyncBefore: @escaping @Sendable () async -> Void = {}
        ) -> AnyServiceRegistration {
            switch self {
            case .synchronous:
                container.register(Int.self, named: name, lifetime: lifetime) {
                    try before()
                    return try DependencyContainer.shared.resolving(Int.self, named: next)
                }
            case .asynchronous:
                container.register(Int.self, named: name, lifetime: lifetime) { () async throws -> Int in
                    await asyncBefore()
                    return try await DependencyContainer.shared.asyncResolve(Int.self, named: next)
                }
            }
        }

        /// How a look-up fails, or nil if it does not.
        func failure(of name: String, in container: DependencyContainer) async -> String? {
            let ending = await inTime {
                switch self {
                case .synchronous:
                    await onThread { HopoateTests.failure { try container.resolving(Int.self, named: name) } }
                case .asynchronous:
                    await HopoateTests.failure { try await container.asyncResolve(Int.self, named: name) }
                }
            }
            return ending ?? "it hangs"
        }
    }

    /// The cycles of one, two and three services, by the service that is looked up.
    private static let cycles = [
        ["cycle: 0 → 0"],
        ["cycle: 0 → 1 → 0", "cycle: 1 → 0 → 1"],
        ["cycle: 0 → 1 → 2 → 0", "cycle: 1 → 2 → 0 → 1", "cycle: 2 → 0 → 1 → 2"],
    ]

    @Test(
        arguments: [[.cached], [.transient], [.cached, .transient], [.transient, .cached], [.eager]] as [[Lifetime]],
        Form.allCases
    )
    func `a cycle is an error with its path, and the container stays usable`(
        _ lifetimes: [Lifetime],
        _ form: Form
    ) async {
        for cycles in Self.cycles {
            let (container, count) = (DependencyContainer(), cycles.count)
            for index in 0..<count {
                let lifetime = lifetimes[index % lifetimes.count]
                form.register("\(index)", lifetime, needing: "\((index + 1) % count)", in: container)
            }
            for (start, cycle) in cycles.enumerated() {
                #expect(await form.failure(of: "\(start)", in: container) == cycle)
            }
            let fix = container.register(1, for: Int.self, named: "0")
            #expect(await form.failure(of: "\(count - 1)", in: container) == nil)
            container.remove(fix)
        }
    }

    /// All creators begin before one of them resolves the next service, so that each waits for another.
    private func expectCycles(_ form: Form, _ lifetimes: [Lifetime]) async {
        for (cycles, callers) in [(Self.cycles[1], 2), (Self.cycles[2], 3), (Self.cycles[2], 12)] {
            for _ in 0..<10 {
                let (container, count) = (DependencyContainer(), cycles.count)
                let (meeting, barrier) = (Meeting(count), Barrier(count))
                for index in 0..<count {
                    form.register(
                        "\(index)",
                        lifetimes[index % lifetimes.count],
                        needing: "\((index + 1) % count)",
                        in: container,
                        before: barrier.wait,
                        asyncBefore: meeting.wait
                    )
                }
                await withTaskGroup(of: Void.self) { group in
                    for index in 0..<callers {
                        group.addTask {
                            let start = index % count
                            #expect(await form.failure(of: "\(start)", in: container) == cycles[start])
                        }
                    }
                }
            }
        }
    }

    @Test func `all threads find a cycle that they enter at once`() async {
        await expectCycles(.synchronous, [.cached])
    }

    @Test(arguments: [[.cached], [.cached, .transient]] as [[Lifetime]])
    func `all tasks find a cycle that they enter at once`(_ lifetimes: [Lifetime]) async {
        await expectCycles(.asynchronous, lifetimes)
    }

    /// ThreadSanitizer corrupts its own memory if more than 65,536 calls are nested.
    @Test(arguments: [65, isSanitized ? 2_000 : 8_193])
    func `a cycle of very many services ends after its first round`(_ count: Int) throws {
        let container = container
        for index in 0..<count {
            let next = "\((index + 1) % count)"
            Form.synchronous.register("\(index)", .transient, needing: next, in: container)
        }
        let error = onStack(ofBytes: 512 << 20) { dependencyError { try container.resolving(Int.self, named: "0") } }
        let path = try #require(error ?? nil).path
        #expect(path.count == count + 1)
        #expect(path.last?.name == "0")
    }

    /// Each service passes the argument on to the next one, and the last one passes less to the first.
    @Test(arguments: 1...3, [Lifetime.cached, .transient, .graph])
    func `fifty creations of one service within one another are the limit`(_ services: Int, _ lifetime: Lifetime) {
        let (container, runs) = (container, Counter())
        for index in 0..<services {
            container.register(Int.self, taking: Int.self, named: "\(index)", lifetime: lifetime) { left in
                if index == 0 { runs.increment() }
                if index == 0, left == 0 { return 0 }
                let next = (index + 1) % services
                let argument = next == 0 ? left - 1 : left
                return try DependencyContainer.shared.resolving(Int.self, with: argument, named: "\(next)")
            }
        }
        // 150 creators within one another take more than a thread of 512 KiB has.
        let allowed = onStack { failure { try container.resolving(Int.self, with: 49, named: "0") } }
        #expect(allowed == .some(nil))
        #expect(runs.count == 50)
        let endless = onStack { failure { try container.resolving(Int.self, with: 1_000, named: "0") } }
        #expect(endless??.hasPrefix("cycle: 0 → ") == true)
        #expect(runs.count == 100)
    }

    /// The abandoned creation continues, and has to end first.
    @Test(arguments: Form.allCases)
    func `a service that needs itself after its creation was abandoned is a cycle`(_ form: Form) async {
        let (container, token, runs) = (container, Shared<AnyServiceRegistration?>(nil), Counter())
        let abandon = { @Sendable in
            // Without a limit, a fault of the library would keep the test from ending.
            if runs.increment() <= 10 { token.value.map(container.reset) }
        }
        token.value = form.register("0", needing: "0", in: container, before: abandon, asyncBefore: abandon)
        #expect(await form.failure(of: "0", in: container) == "cycle: 0 → 0")
        #expect(runs.count == 1)
    }

    @Test func `a cycle over child tasks is found`() async {
        container.register(Int.self, named: "0") { () async throws -> Int in
            let shared = DependencyContainer.shared
            async let next = shared.asyncResolve(Int.self, named: "1")
            async let other = shared.asyncResolve(Int.self, named: "2")
            return try await next + other
        }
        container.register(Int.self, named: "1") {
            try await DependencyContainer.shared.asyncResolve(Int.self, named: "0")
        }
        container.register(Int.self, named: "2", asyncCreator: { 1 })
        #expect(await Form.asynchronous.failure(of: "0", in: container) == "cycle: 0 → 1 → 0")
    }

    private struct A {}
    private struct B {}

    /// One thread creates A from 1, which needs A from 2. The other one creates A from 2, which needs B, which needs A
    /// from 1.
    @Test func `a cycle of two threads over arguments has its whole path`() {
        let (container, barrier) = (container, Barrier(2))
        container.register(A.self, taking: Int.self, lifetime: .cached) { number in
            barrier.wait()
            if number == 1 { _ = try container.resolving(A.self, with: 2) } else { _ = try container.resolving(B.self) }
            return A()
        }
        container.register(B.self) {
            _ = try container.resolving(A.self, with: 1)
            return B()
        }
        let endings = atOnce(2) { index in failure { try container.resolving(A.self, with: index + 1) } }
        #expect(endings == ["cycle: A → A → B → A", "cycle: A → B → A → A"])
    }

    /// Cycles in which no two resolutions are the same, as each has another container or argument.
    enum Endless: String, CaseIterable, Codable {
        case fork, asyncFork, child, childThatKeepsItsOwn, largerArguments, argumentsWithoutEquality

        func register(_ lifetime: Lifetime, in container: DependencyContainer) {
            switch self {
            case .fork:
                container.register(Int.self, lifetime: lifetime) {
                    try DependencyContainer.shared.fork().resolving(Int.self)
                }
            case .asyncFork:
                container.register(Int.self, lifetime: lifetime) { () async throws -> Int in
                    try await DependencyContainer.shared.fork().asyncResolve(Int.self)
                }
            case .child, .childThatKeepsItsOwn:
                let lifetime = self == .child ? Lifetime.transient : .perContainer
                container.register(Int.self, lifetime: lifetime) {
                    try DependencyContainer(parent: .shared).resolving(Int.self)
                }
            case .largerArguments:
                container.register(Int.self, taking: Int.self, lifetime: lifetime) { argument in
                    try DependencyContainer.shared.resolving(Int.self, with: argument + 1)
                }
                container.register(Int.self) { try DependencyContainer.shared.resolving(Int.self, with: 0) }
            case .argumentsWithoutEquality:
                container.register(Int.self, taking: (() -> Int).self) { argument in
                    let number = argument()
                    return try DependencyContainer.shared.resolving(Int.self, with: { number + 1 })
                }
                container.register(Int.self) { try DependencyContainer.shared.resolving(Int.self, with: { 0 }) }
            }
        }
    }

    /// In a process of its own, as a stack overflow would end it. The second attempt fails like the first.
    @Test(.disabled(if: isSanitized), arguments: Endless.allCases)
    func `an endless cycle is reported on a small stack`(_ endless: Endless) async {
        await #expect(processExitsWith: .success) { [endless = endless as Endless] in
            for lifetime in [Lifetime.cached, .transient, .graph] where endless != .asyncFork || lifetime != .graph {
                let container = DependencyContainer()
                endless.register(lifetime, in: container)
                for _ in 0..<2 {
                    let ending =
                        endless == .asyncFork
                        ? await inTime { await failure { try await container.asyncResolve(Int.self) } }
                        : onSmallStack { failure { try container.resolving(Int.self) } }
                    try #require(ending??.hasPrefix("cycle: Int → ") == true)
                }
            }
        }
    }

    @Test func `many paths to one service are no cycle`() async {
        let container = container
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
        #expect(await inTime { try? await container.asyncResolve(Int.self, named: "a0") } == 24)
    }

    /// A task of a creator resolves a service that needs the creator's.
    @Test(arguments: [false, true])
    func `a creation that has ended is no part of a cycle`(isWithin: Bool) async {
        let (container, hasEnded, warmingUp) = (container, Gate(), Shared<Task<String?, Never>?>(nil))
        let hasBegun = Gate()
        container.register(Int.self, lifetime: .transient) { () async -> Int in
            let warm = Task { await failure { try await DependencyContainer.shared.asyncResolve(String.self) } }
            warmingUp.change { $0 = $0 ?? warm }
            if isWithin { await hasBegun.wait() }
            return 1
        }
        container.register(String.self) { () async throws -> String in
            hasBegun.open()
            await hasEnded.wait()
            return "\(try await DependencyContainer.shared.asyncResolve(Int.self))"
        }
        _ = try? await container.asyncResolve(Int.self)
        hasEnded.open()
        #expect(await warmingUp.value?.value == nil)
        #expect(container.optionalResolve(String.self) == "1")
        container.removeAll()
    }
}
