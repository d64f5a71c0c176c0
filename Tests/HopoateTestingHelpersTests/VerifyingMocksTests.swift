import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

protocol Transporting {}
struct SpyTransport: Transporting {}
private struct RealTransport: Transporting {}

/// What `.verifyingMocks` takes for a use, and what it says about a mock without one.
@Suite struct VerifyingMocksTests {
    /// The reports while mocks are verified.
    private func verifying(_ test: @Sendable () -> Void) async throws -> [Report] {
        try await reports { withIsolatedDependencies(.verifyingMocks, operation: test) }
    }

    @Test func `a mock that was never resolved is reported at its line`() async throws {
        let line = #line + 2
        let found = try await verifying {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
            let used = MockContainer<any Pinging, Pinger>(Pinger(label: "used"))
            #expect(Caller().label == "used")
            withExtendedLifetime(used) {}
        }
        #expect(found.map(\.text) == ["The mock Pinger of Pinging was never resolved."])
        #expect(found.map(\.line) == [line])
    }

    @Test(.expects("The mock Pinger of Pinging was never resolved."), .isolatedDependencies(.verifyingMocks))
    func `a mock that a detached task creates is verified too`() async {
        let container = DependencyContainer.shared
        await Task.detached {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"), container: container)
        }.value
    }

    @Test(
        .expects("The mock Pinger of Pinging was never resolved."),
        .isolatedDependencies(.verifyingMocks),
        .mock((any Pinging).self) { Pinger(label: "unused") }
    )
    func `a trait's mock is verified too`() {}

    @Test func `a mock whose service was resolved with an argument is told so`() async throws {
        let found = try await verifying {
            let container = DependencyContainer.shared
            container.register((any Pinging).self, taking: Int.self) { Pinger(label: "\($0)") }
            container.register((any Pinging).self, taking: String.self, named: "other") { Pinger(label: $0) }
            let mocks = [nil, "other", "neither"].map {
                MockContainer(Pinger(label: "mock"), for: (any Pinging).self, named: $0)
            }
            _ = container.resolve((any Pinging).self, with: 1)
            _ = DependencyContainer(parent: container).resolve((any Pinging).self, with: "", named: "other")
            withExtendedLifetime(mocks) {}
        }
        let (fault, cure) = ("The mock Pinger of Pinging was never resolved.", "register the mock with `taking:`.")
        let service = "HopoateTestingHelpersTests.Pinging"
        let texts = [
            "\(fault)\n\(service) taking Swift.Int was resolved: \(cure)",
            "\(fault)\n\(service) taking Swift.String named \"other\" was resolved: \(cure)", fault,
        ]
        #expect(found.map(\.text) == texts)
    }

    @Test func `a use in a fork or a child counts`() async throws {
        let found = try await verifying {
            let mocks = ["fork", "child", "isolation", "fork of a fork", "changed"].map {
                MockContainer(SpyTransport(), for: (any Transporting).self, named: $0)
            }
            let container = DependencyContainer.shared
            _ = container.fork().resolve((any Transporting).self, named: "fork")
            _ = DependencyContainer(parent: container).resolve((any Transporting).self, named: "child")
            withIsolatedDependencies(.forked) { _ = resolve((any Transporting).self, named: "isolation") }
            _ = container.fork().fork().resolve((any Transporting).self, named: "fork of a fork")
            let changed = MockContainer(Pinger(label: "mock"), for: \.pinger)
            container[\.pinger] = Pinger(label: container[\.pinger].label)
            _ = container.resolve((any Transporting).self, named: "changed")
            withExtendedLifetime((mocks, changed)) {}
        }
        #expect(found.map(\.text) == [])
    }

    @Test func `the trial of a check is no use`() async throws {
        let line = #line + 2
        let found = try await verifying {
            let mock = MockContainer(SpyTransport(), for: (any Transporting).self)
            DependencyContainer.shared.register([Int].self) {
                _ = resolve((any Transporting).self)
                return []
            }
            #expect(throws: Never.self) { try DependencyContainer.shared.validate() }
            withExtendedLifetime(mock) {}
        }
        #expect(found.map(\.line) == [line])
    }

    @Test(.isolatedDependencies(.verifyingMocks)) func `uses of a changed mock count as the mock's`() {
        let container = DependencyContainer.shared
        do {
            let mock = MockContainer(Fetcher(), for: \.fetcher)
            for _ in 0..<2 { container[\.fetcher].fetch = { "mock" } }
            container[\.fetcher].count = { 2 }
            #expect(mock.resolutionCount == 0)
            #expect(resolve(\.fetcher).fetch() == "mock" && resolve(\.fetcher).count() == 2)
            #expect(mock.resolutionCount == 2)
        }
        #expect(resolve(\.fetcher).fetch() == "real")
    }

    @Test(.isolatedDependencies(.verifyingMocks), .mock((any Pinging).self) { Pinger(label: "mock") })
    func `creating a service to change it uses mocks`() {
        DependencyContainer.shared.register(\.fetcher) {
            let label = resolve((any Pinging).self).label
            return Fetcher { label }
        }
        DependencyContainer.shared[\.fetcher].count = { 2 }
        #expect(resolve(\.fetcher).fetch() == "mock")
    }

    @Suite(.isolatedDependencies(.verifyingMocks), .mock((any Transporting).self) { SpyTransport() })
    struct OverridingTests {
        @Test(.mock((any Transporting).self) { RealTransport() })
        func `a test may override the mock of its suite`() {
            #expect(resolve((any Transporting).self) is RealTransport)
        }
    }

    /// The faults that a test may have besides an unused mock.
    enum Fault: CaseIterable { case issue, strict, nested }

    @Test(arguments: Fault.allCases, [false, true])
    func `a test that has failed need not use its mocks`(_ fault: Fault, isAsync: Bool) async throws {
        let app = DependencyContainer()
        app.register("real", for: String.self)
        let test = { @Sendable in
            let mock = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
            switch fault {
            case .issue: Issue.record("an issue")
            case .strict: _ = resolve(String.self)
            case .nested: withIsolatedDependencies { Issue.record("an issue") }
            }
            withExtendedLifetime(mock) {}
        }
        let found = try await reports {
            await DependencyContainer.withShared(app) {
                if !isAsync { return { withIsolatedDependencies([.strict, .verifyingMocks], operation: test) }() }
                await withIsolatedDependencies([.strict, .verifyingMocks]) {
                    await Task.yield()
                    test()
                }
            }
        }
        #expect(found.count == 1)
        #expect(!found.contains { $0.text.contains("was never resolved") })
    }

    @Test func `a test that throws need not use its mocks`() async throws {
        func requireSomething() throws {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
            try #require(Bool(false))
        }
        let isExpected = { @Sendable (issue: Issue) in if case .expectationFailed = issue.kind { true } else { false } }
        try withKnownIssue {
            try withIsolatedDependencies(.verifyingMocks, operation: requireSomething)
            Issue.record("The error was lost.")
        } matching: {
            isExpected($0)
        }
        try await withKnownIssue {
            try await withIsolatedDependencies(.verifyingMocks) {
                await Task.yield()
                try requireSomething()
            }
            Issue.record("The error was lost.")
        } matching: {
            isExpected($0)
        }
    }

    @Test func `a warning or a known issue is no failure`() async throws {
        let found = try await verifying {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
            withKnownIssue { Issue.record("known") }
            #if compiler(>=6.3)
            Issue.record("a warning", severity: .warning)
            #endif
        }
        #expect(found.filter { $0.text.contains("was never resolved") }.count == 1)
    }

    @Test func `a fork keeps what it has created from a mock that has ended`() {
        let container = DependencyContainer()
        container.register([String].self) { [resolve((any Pinging).self).label] }
        let fork: DependencyContainer
        do {
            let mock = MockContainer(Pinger(label: "mock"), for: (any Pinging).self, container: container)
            fork = container.fork()
            #expect(fork.resolve([String].self) == ["mock"])
            #expect(mock.resolutionCount == 1)
        }
        #expect(fork.resolve([String].self) == ["mock"])
        #expect(fork.resolve((any Pinging).self).label == "mock")
    }

    enum Order: CaseIterable { case oneByOne, newestFirst, oldestFirst }

    /// It would take minutes if the time were quadratic.
    @Test(arguments: Order.allCases) func `many mocks take a time that grows with their number`(_ order: Order) {
        withIsolatedDependencies(.verifyingMocks) {
            weak var last: Counter?
            var mocks: [MockContainer<Counter, Counter>] = []
            for number in 0..<5_000 {
                mocks.append(MockContainer(Counter(), named: number.isMultiple(of: 2) ? nil : "\(number)"))
                last = mocks.last?.mock
                _ = resolve(Counter.self, named: number.isMultiple(of: 2) ? nil : "\(number)")
                if order == .oneByOne { mocks = [] }
            }
            if order == .newestFirst { while mocks.popLast() != nil {} }
            mocks = []
            #expect(last == nil)
            #expect(DependencyContainer.shared.registrations.isEmpty)
        }
    }
}
