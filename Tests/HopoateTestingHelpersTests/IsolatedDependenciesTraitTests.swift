import Hopoate
import HopoateTestingHelpers
import Testing

/// Over two hundred tests run at once, and each mocks one service for itself.
@Suite(.isolatedDependencies) struct ParallelTests {
    /// Registers a mock and looks it up from everywhere, with a pause in which the others may interfere.
    private func check(_ label: String) async throws {
        let container = DependencyContainer.shared
        #expect(container.registrations.isEmpty)
        let mock = MockContainer(Pinger(label: label), for: (any Pinging).self)
        let caller = Caller()
        for _ in 0..<3 {
            #expect(resolve((any Pinging).self).label == label)
            await Task.yield()
        }
        async let child = Caller().label
        let carried = carryingDependencies { () async -> String in
            await Task.yield()
            return Caller().label
        }
        let found = [
            caller.label, await child, await Task { Caller().label }.value, await Task.detached { caller.label }.value,
            await Task.detached(operation: carryingDependencies { Caller().label }).value,
            await Task.detached(operation: carried).value,
        ]
        #expect(found == Array(repeating: label, count: 6))
        let failing = carryingDependencies { () async throws -> String in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await Task.detached(operation: failing).value }
        onThread(carryingDependencies { #expect(Caller().label == label) })
        onThread { #expect(caller.label == label) }
        withExtendedLifetime(mock) {}
        #expect(container.registrations.count == 1)
    }

    @Test(arguments: 0..<100)
    func `each parameterised case has its own mock`(_ number: Int) async throws { try await check("\(number)") }
    @Test(arguments: 0..<10, 0..<10)
    func `each case with two parameters has its own mock`(_ first: Int, _ second: Int) async throws {
        try await check("\(first) \(second)")
    }
    @Test func `a plain test has its own mock`() async throws { try await check("plain") }
    @MainActor @Test func `a test on the main actor has its own mock`() async throws { try await check("main actor") }

    @Suite struct Nested {
        @Test(arguments: 0..<20) func `each case in a nested suite has its own mock`(_ number: Int) async throws {
            try await ParallelTests().check("nested \(number)")
        }
    }
}

@Suite struct IsolatedDependenciesTraitTests {
    enum Way: CaseIterable { case function, throwing, trait }

    @Test(arguments: Way.allCases)
    func `a creation in progress at the end finds its services`(_ way: Way) async throws {
        let (found, (isFound, finding)) = (Protected<String?>(nil), AsyncStream<Void>.makeStream())
        let (hasEnded, end) = AsyncStream<Void>.makeStream()
        let operation = { @Sendable () -> Void in
            let container = DependencyContainer.shared
            container.register("inside", for: String.self)
            container.register(Pinger.self, lifetime: .eager) { () async -> Pinger in
                for await _ in hasEnded {}
                let label = optionalResolve(String.self)
                found.withLock { $0 = label }
                finding.finish()
                return Pinger(label: "")
            }
        }
        // Lets the end come first unless it awaits the creation.
        Task {
            for _ in 0..<1_000 { await Task.yield() }
            end.finish()
        }
        switch way {
        case .function:
            await withIsolatedDependencies {
                operation()
                await Task.yield()
            }
        case .throwing:
            await #expect(throws: CancellationError.self) {
                try await withIsolatedDependencies {
                    operation()
                    await Task.yield()
                    throw CancellationError()
                }
            }
        case .trait:
            let trait = IsolatedDependenciesTrait.isolatedDependencies
            try await trait.provideScope(for: try #require(Test.current), testCase: nil) { operation() }
        }
        if way == .throwing { for await _ in isFound {} }
        #expect(found.withLock { $0 } == "inside")
    }

    @Test(
        .dependencies { $0.register(7, for: Int.self) },
        .dependencies { container in
            await Task.yield()
            container.register(Pinger(label: resolve(Int.self).description), for: (any Pinging).self)
        },
        .dependencies { @MainActor container in
            MainActor.assertIsolated()
            container.register("main actor", for: String.self)
        }
    )
    func `closures run in order, with the container as the shared one`() {
        #expect(Caller().label == "7")
        #expect(resolve(String.self) == "main actor")
    }
}

/// The traits of a suite and a test make one container, in any order.
@Suite(.dependencies { $0.register(7, for: Int.self) }) struct ComposedTraitTests {
    @Test(.dependencies { $0.register("\(resolve(Int.self))", for: String.self) }, .isolatedDependencies)
    func `isolatedDependencies may come last`() { check() }

    @Test(.isolatedDependencies, .dependencies { $0.register("\(resolve(Int.self))", for: String.self) })
    func `isolatedDependencies may come first`() { check() }

    private func check() {
        #expect(resolve(Int.self) == 7)
        #expect(resolve(String.self) == "7")
        #expect(DependencyContainer.shared.registrations.count == 2)
    }

    @Test func `isolations nest`() {
        withIsolatedDependencies {
            #expect(optionalResolve(Int.self) == nil)
            DependencyContainer.shared.register(8, for: Int.self)
            withIsolatedDependencies(.forked) {
                #expect(resolve(Int.self) == 8)
                DependencyContainer.shared.register(9, for: Int.self)
            }
            #expect(resolve(Int.self) == 8)
        }
        #expect(resolve(Int.self) == 7)
    }
}

/// A user's trait that contains one of ours.
private struct OwnTrait: TestTrait, TestScoping {
    private let inner: IsolatedDependenciesTrait

    init(_ options: IsolationOptions? = nil) {
        inner = options.map { .isolatedDependencies($0) } ?? .dependencies { $0.register("inside", for: String.self) }
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await inner.provideScope(for: test, testCase: testCase, performing: function)
    }
}

@Suite struct WrappedTraitTests {
    @Test(
        OwnTrait(),
        .dependencies { $0.register(7, for: Int.self) },
        .mock((any Pinging).self) { Pinger(label: "mock") }
    )
    func `a trait within another trait may come first`() throws { try check() }

    @Test(
        .dependencies { $0.register(7, for: Int.self) },
        .mock((any Pinging).self) { Pinger(label: "mock") },
        OwnTrait()
    )
    func `a trait within another trait may come last`() throws { try check() }

    private func check() throws {
        #expect(resolve(String.self) == "inside")
        #expect(resolve(Int.self) == 7)
        #expect(Caller().label == "mock")
        #expect(try mock(of: (any Pinging).self, as: Pinger.self).label == "mock")
    }

    @Test(
        .expects("was resolved, but this test has not registered it."),
        .dependencies { $0.register(7, for: Int.self) },
        OwnTrait(.strict),
        OwnTrait()
    )
    func `the options of a trait within another trait apply to a fork`() {
        #expect(resolve(Int.self) == 7)
        #expect(resolve(String.self) == "inside")
        #expect(DependencyContainer.shared.resolve(\.pinger).label == "default")
    }
}

/// A user's trait whose scope calls ours, for the test and for each of its cases.
private struct ScopedTrait: TestTrait {
    struct Scope: TestScoping {
        func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            let mock = IsolatedDependenciesTrait.mock((any Pinging).self) { Pinger(label: "mock") }
            try await IsolatedDependenciesTrait.isolatedDependencies(.verifyingMocks)
                .provideScope(for: test, testCase: testCase) {
                    try await mock.provideScope(for: test, testCase: testCase, performing: function)
                }
        }
    }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Scope? { Scope() }
}

@Suite struct ScopedTraitTests {
    @Test(ScopedTrait(), .dependencies { $0.register("7", for: String.self) }, arguments: 0..<10)
    func `each case has its own container, which traits of the test set up`(_ number: Int) async {
        #expect(DependencyContainer.shared.registrations.count == 2)
        DependencyContainer.shared.register(number, for: Int.self)
        await Task.yield()
        #expect(resolve(Int.self) == number)
        #expect(resolve(String.self) + Caller().label == "7mock")
    }
}

private struct OtherPinger: Pinging { let label = "other" }

@Suite(.mock((any Pinging).self) { Pinger(label: "suite's") }) struct MockOfATraitTests {
    static let lineOfSuite = #line - 1

    @Test func `a nested isolation finds the suite's mock`() throws {
        try withIsolatedDependencies(.forked) {
            #expect(Caller().label == "suite's")
            let mock: Pinger = try mock(of: (any Pinging).self)
            #expect(mock.label == "suite's")
        }
    }

    @Test(
        .mock((any Pinging).self) { OtherPinger() },
        .mock((any Pinging).self, named: "a") { Pinger(label: "a") },
        .mock((any Pinging).self, named: "b") { Pinger(label: "b") },
        .mock(\.pinger) { Pinger(label: "key's") },
        .mock(\.otherPinger) { OtherPinger() }
    )
    func `mocks differ by type, name and key`() async throws {
        #expect(Caller().label == "other")
        #expect(resolve(\.pinger).label == "key's")
        #expect(try mock(of: (any Pinging).self, as: OtherPinger.self).label == "other")
        #expect(try mock(of: (any Pinging).self, as: Pinger.self).label == "suite's")
        #expect(try mock(of: (any Pinging).self, named: "a", as: Pinger.self).label == "a")
        #expect(try mock(of: \.pinger, as: Pinger.self).label == "key's")
        let inATask = Task {
            try mock(of: (any Pinging).self, named: "b", as: Pinger.self).label
                + mock(of: \.otherPinger, as: OtherPinger.self).label
        }
        #expect(try await inATask.value == "bother")
    }

    @Test func `a MockContainer's mock is found while it is registered`() throws {
        do {
            let stored = MockContainer(OtherPinger(), for: (any Pinging).self)
            let detail = MockContainer(Pinger(label: "detail"), for: (any Pinging).self, taking: Int.self)
            let ofKey = MockContainer(Pinger(label: "key's"), for: \.pinger)
            #expect(try mock(of: (any Pinging).self, as: OtherPinger.self).label == "other")
            #expect(try mock(of: (any Pinging).self, as: Pinger.self).label == "detail")
            withIsolatedDependencies(.forked) {
                #expect(throws: Never.self) {
                    try mock(of: (any Pinging).self, as: OtherPinger.self)
                }
            }
            #expect(resolve(\.pinger).label == "key's")
            DependencyContainer.shared[\.pinger] = Pinger(label: "not a mock")
            #expect(try mock(of: \.pinger, as: Pinger.self).label == "key's")
            withExtendedLifetime((stored, detail, ofKey)) {}
        }
        #expect(throws: (any Error).self) { try mock(of: (any Pinging).self, as: OtherPinger.self) }
        #expect(try mock(of: (any Pinging).self, as: Pinger.self).label == "suite's")
    }

    @Test(.mock(\.fetcher) { Fetcher() }) func `a mock that was changed in part is the present one`() throws {
        DependencyContainer.shared[\.fetcher].fetch = { "changed" }
        DependencyContainer.shared[\.fetcher].count = { 2 }
        let fetcher: Fetcher = try mock(of: \.fetcher)
        #expect(fetcher.fetch() == "changed")
        #expect(fetcher.count() == 2)
    }

    @Test(.mock((any Pinging).self, named: "a") { Pinger(label: "a") })
    func `the error lists the test's mocks and names the cure`() throws {
        let line = #line - 1
        let wrongType = try #require(throws: (any Error).self) {
            try mock(of: (any Pinging).self, as: LocalPinger.self)
        }
        let service = "HopoateTestingHelpersTests.Pinging"
        let text = """
            No mock of Pinging that is a LocalPinger is registered in this test, which has \
            a Pinger of \(service) named "a", registered at \(#fileID):\(line), \
            a Pinger of \(service), registered at \(#fileID):\(MockOfATraitTests.lineOfSuite).
            To fix this, add .mock((any Pinging).self) { YourMock() } to the test or its suite, and call `mock(of:)` in the test or in \
            a task that inherits from it.
            """
        #expect("\(wrongType)".hasPrefix(text), "\(wrongType)")
        let byName = try #require(throws: (any Error).self) {
            try mock(of: (any Pinging).self, named: "backup", as: Pinger.self)
        }
        #expect("\(byName)".contains("No mock of Pinging named \"backup\" that is a Pinger is registered"))
        #expect("\(byName)".contains("add .mock((any Pinging).self, named: \"backup\") { YourMock() } to the test"))
        let byKey = try #require(throws: (any Error).self) { try mock(of: \.pinger, as: Pinger.self) }
        #expect("\(byKey)".contains("add .mock(\\.pinger) { YourMock() } to the test or its suite"))
    }
}

private struct LocalPinger {}
