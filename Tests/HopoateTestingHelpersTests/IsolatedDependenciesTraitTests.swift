import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

/// Two hundred and more tests that run at once and mock one service, each for itself.
@Suite(.isolatedDependencies) struct ParallelTests {
    /// Registers a mock of its own and looks for it from everywhere, with a pause for the others to interfere.
    private func check(_ label: String) async throws {
        let container = DependencyContainer.shared
        #expect(container.registrations.isEmpty)
        let mock = MockContainer(Pinger(label: label), for: (any Pinging).self)
        let caller = Caller()
        for _ in 0..<3 {
            #expect(resolve((any Pinging).self).label == label)
            await Task.yield()
        }
        try await Task.sleep(nanoseconds: 1_000_000)
        #expect(caller.label == label)

        async let child = resolve((any Pinging).self).label
        #expect(await child == label)
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { Caller().label } }
            for await seen in group { #expect(seen == label) }
        }
        #expect(await Task { resolve((any Pinging).self).label }.value == label)
        #expect(await Task.detached { caller.label }.value == label)
        #expect(await Task.detached(operation: carryingDependencies { Caller().label }).value == label)
        let carried = carryingDependencies { () async -> String in
            await Task.yield()
            return Caller().label
        }
        #expect(await Task.detached(operation: carried).value == label)
        let failing = carryingDependencies { () async throws -> String in
            try await Task.sleep(nanoseconds: 1)
            throw CancellationError()
        }
        await #expect(throws: CancellationError.self) { try await Task.detached(operation: failing).value }
        onThread(carryingDependencies { #expect(Caller().label == label) })
        onThread { #expect(caller.label == label) }
        withExtendedLifetime(mock) {}
        #expect(container.registrations.count == 1)
    }

    @Test(arguments: 0..<100) func parameterised(_ number: Int) async throws {
        try await check("parameterised \(number)")
    }

    @Test(arguments: 0..<10, 0..<10) func twice(_ first: Int, _ second: Int) async throws {
        try await check("twice \(first) \(second)")
    }

    @Test func plain() async throws { try await check("plain") }
    @Test func another() async throws { try await check("another") }
    @Test func third() async throws { try await check("third") }
    @Test func throwing() async throws { try await check("throwing") }
    @MainActor @Test func onTheMainActor() async throws { try await check("main actor") }

    @Test func synchronous() {
        let mock = MockContainer(Pinger(label: "synchronous"), for: (any Pinging).self)
        #expect(Caller().label == "synchronous")
        #expect(DependencyContainer.shared.resolve((any Pinging).self).label == mock.mock.label)
    }

    @Suite struct Nested {
        @Test(arguments: 0..<20) func nested(_ number: Int) async throws {
            try await ParallelTests().check("nested \(number)")
        }
    }
}

@Suite struct IsolatedDependenciesTraitTests {
    @Test(.isolatedDependencies) func anIsolatedTestBeginsWithAnEmptyContainer() {
        #expect(DependencyContainer.shared.registrations.isEmpty)
    }

    @Test(.dependencies { $0.register(Pinger(label: "set up"), for: (any Pinging).self) })
    func aClosureSetsTheContainerUp() {
        #expect(Caller().label == "set up")
        #expect(DependencyContainer.shared.registrations.count == 1)
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
    func closuresRunInOrderWithTheContainerAsTheSharedOne() {
        #expect(Caller().label == "7")
        #expect(resolve(String.self) == "main actor")
    }

    @Test(.mock((any Pinging).self) { Pinger(label: "trait") }, .mock(String.self, named: "n") { "named" })
    func mocksCanBeTraits() {
        #expect(Caller().label == "trait")
        #expect(resolve(String.self, named: "n") == "named")
    }

    @Test(.mock((any Pinging).self) { Pinger(label: "\(UInt64.random(in: 0 ... .max))") }, arguments: 0..<10)
    func eachCaseHasAMockOfItsOwn(_ number: Int) {
        let seen = Labels.insert(Caller().label)
        #expect(seen)
    }

    private enum Labels {
        private static let lock = NSLock()
        nonisolated(unsafe) private static var seen: Set<String> = []

        static func insert(_ label: String) -> Bool { lock.withLock { seen.insert(label).inserted } }
    }
}

/// A trait of somebody else's with one of ours inside.
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
    @Test(OwnTrait()) func aTraitWithinAnotherTraitWorks() {
        #expect(resolve(String.self) == "inside")
    }

    @Test(
        OwnTrait(),
        .dependencies { $0.register(7, for: Int.self) },
        .mock((any Pinging).self) { Pinger(label: "mock") }
    )
    func aTraitWithinAnotherTraitMayBeTheFirst() {
        #expect(resolve(String.self) == "inside")
        #expect(resolve(Int.self) == 7)
        #expect(Caller().label == "mock")
    }

    @Test(
        .dependencies { $0.register(7, for: Int.self) },
        .mock((any Pinging).self) { Pinger(label: "mock") },
        OwnTrait()
    )
    func aTraitWithinAnotherTraitMayBeTheLast() {
        #expect(resolve(String.self) == "inside")
        #expect(resolve(Int.self) == 7)
        #expect(Caller().label == "mock")
        let mock: Pinger = mock(of: (any Pinging).self)
        #expect(mock.label == "mock")
    }

    @Test(.dependencies { $0.register(7, for: Int.self) }, OwnTrait(.strict), OwnTrait())
    func theOptionsOfATraitWithinAnotherTraitComeWithAFork() {
        #expect(resolve(Int.self) == 7)
        #expect(resolve(String.self) == "inside")
        withKnownIssue {
            #expect(DependencyContainer.shared.resolve(\.pinger).label == "default")
        } matching: {
            isReport($0, "was resolved, but this test has not registered it.")
        }
    }
}

private struct OtherPinger: Pinging {
    let label = "other"
}

/// `mock(of:)` finds what traits have registered around.
@Suite(.mock((any Pinging).self) { Pinger(label: "suite's") })
struct OuterMockTests {
    @Test func inAnIsolationInside() {
        withIsolatedDependencies(.forked) {
            #expect(Caller().label == "suite's")
            let mock: Pinger = mock(of: (any Pinging).self)
            #expect(mock.label == "suite's")
        }
    }

    @Test(.mock((any Pinging).self) { OtherPinger() })
    func underAMockOfAnotherType() {
        #expect(Caller().label == "other")
        let own: OtherPinger = mock(of: (any Pinging).self)
        let outer: Pinger = mock(of: (any Pinging).self)
        #expect((own.label, outer.label) == ("other", "suite's"))
    }
}

/// A suite's and a test's traits make one container, in whatever order they stand.
@Suite(.dependencies { $0.register(7, for: Int.self) })
struct ComposedTraitTests {
    @Test(.dependencies { $0.register("\(resolve(Int.self))", for: String.self) }, .isolatedDependencies)
    func isolatedLast() { check() }

    @Test(.isolatedDependencies, .dependencies { $0.register("\(resolve(Int.self))", for: String.self) })
    func isolatedFirst() { check() }

    @Test(.noLeftoverRegistrations, .dependencies { $0.register("\(resolve(Int.self))", for: String.self) })
    func withAnotherTrait() { check() }

    private func check() {
        #expect(resolve(Int.self) == 7)
        #expect(resolve(String.self) == "7")
        #expect(DependencyContainer.shared.registrations.count == 2)
    }

    @Test func isolationsNest() {
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

@Suite struct MockOfATraitTests {
    @Test(.mock((any Pinging).self) { Pinger(label: "trait's") })
    func theMockIsHandedToTheTest() {
        let pinger: Pinger = mock(of: (any Pinging).self)
        #expect(pinger.label == "trait's")
    }

    @Test(
        .mock((any Pinging).self, named: "a") { Pinger(label: "a") },
        .mock((any Pinging).self, named: "b") { Pinger(label: "b") }
    )
    func namesTellMocksApart() async {
        #expect(mock(of: (any Pinging).self, named: "a", as: Pinger.self).label == "a")
        let label = await Task { mock(of: (any Pinging).self, named: "b", as: Pinger.self).label }.value
        #expect(label == "b")
    }

    @Test(
        .mock((any Pinging).self) { OtherPinger() },
        .mock(\.pinger) { Pinger(label: "key's") },
        .mock(\.otherPinger) { OtherPinger() }
    )
    func typedKeysTellMocksApart() async {
        #expect(DependencyContainer.shared.resolve(\.pinger).label == "key's")
        #expect(DependencyContainer.shared.resolve(\.otherPinger).label == "other")
        #expect(Caller().label == "other")
        let pinger: Pinger = mock(of: \.pinger)
        #expect(pinger.label == "key's")
        #expect(await Task { mock(of: \.otherPinger, as: OtherPinger.self).label }.value == "other")
    }

    /// The default of the key is no mock.
    @Test(.mock(\.otherPinger) { Pinger(label: "mock") })
    func withoutATraitForATypedKeyItTraps() async throws {
        #expect(DependencyContainer.shared.resolve(\.pinger).label == "default")
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = mock(of: \.pinger, as: Pinger.self)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("No `.mock` trait of this test has registered a Pinger for \\.pinger."))
        #expect(text.contains("add .mock(\\.pinger) { Pinger() } to the test or its suite"))
    }

    @Test func withoutATraitItTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = mock(of: (any Pinging).self, as: Pinger.self)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("No `.mock` trait of this test has registered a Pinger for Pinging."))
    }
}
