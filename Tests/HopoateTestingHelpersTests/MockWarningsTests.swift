import Hopoate
import HopoateTestingHelpers
import Testing

/// Services that no other test uses.
private protocol Shelf {}
private struct Oak: Shelf {}
private struct Pine: Shelf {}

extension DependencyKeys {
    fileprivate var shelf: DependencyKey<[String]> { .init { ["default"] } }
}

#if compiler(>=6.3)
/// Mocks that work, but not as their tests expect.
@Suite struct MockWarningsTests {
    private let container = DependencyContainer()

    @Test func `a mock that another registration hides is reported with that line`() async throws {
        let line = #line + 3
        let found = try await reports { [container] in
            do {
                let hidden = MockContainer(Oak(), for: (any Shelf).self, container: container)
                container.decorate((any Shelf).self) { $0 }
                container.register(Pine(), for: (any Shelf).self)
                container.decorate((any Shelf).self) { $0 }
                _ = container.resolve((any Shelf).self)
                withExtendedLifetime(hidden) {}
            }
        }
        let text = """
            The mock Oak of Shelf was never resolved.
            The newer registration at \(#fileID):\(line + 2) hid the mock.
            """
        #expect(found.map(\.text) == [text])
        #expect(found.map(\.line) == [line])
        #expect(found.map(\.isWarning) == [true])
    }

    /// Harmless reasons for a test to have two mocks of a service, or an unused one.
    @Test(.isolatedDependencies) func `ordinary uses are not reported`() async throws {
        let found = try await reports { [container] in
            do {
                let unused = MockContainer(Oak(), for: (any Shelf).self, container: container)
                let named = MockContainer(Pine(), for: (any Shelf).self, named: "other", container: container)
                withExtendedLifetime((unused, named)) {}
            }
            do {
                let resolved = MockContainer(Oak(), for: (any Shelf).self, container: container)
                _ = container.resolve((any Shelf).self)
                let newer = MockContainer(Pine(), for: (any Shelf).self, container: container)
                #expect(container.resolve((any Shelf).self) is Pine)
                withExtendedLifetime((resolved, newer)) {}
            }
            do {
                var replaced = MockContainer(Oak(), for: (any Shelf).self, container: container)
                replaced = MockContainer(Oak(), for: (any Shelf).self, container: container)
                #expect(container.resolve((any Shelf).self) is Oak)
                withExtendedLifetime(replaced) {}
            }
            do {
                let changed = MockContainer(["mock"], for: \.shelf)
                DependencyContainer.shared[\.shelf].append("changed")
                withExtendedLifetime(changed) {}
            }
            #expect(DependencyContainer.shared.registrations.filter { !$0.isDefault }.isEmpty)
        }
        #expect(found.map(\.text) == [])
    }

    @Test func `verifying reports a hidden mock with the line that hides it`() async throws {
        let line = #line + 3
        let found = try await reports {
            await withIsolatedDependencies(.verifyingMocks) {
                let hidden = MockContainer(Oak(), for: (any Shelf).self)
                DependencyContainer.shared.register(Pine(), for: (any Shelf).self)
                withExtendedLifetime(hidden) {}
            }
            let hidden = await withIsolatedDependencies(.verifyingMocks) {
                let hidden = MockContainer(Oak(), for: (any Shelf).self)
                await Task.yield()
                DependencyContainer.shared.register(Pine(), for: (any Shelf).self)
                return UncheckedSendable(hidden)
            }
            withExtendedLifetime(hidden) {}
        }
        let text = "was never resolved.\nThe newer registration at \(#fileID):"
        #expect(found.map(\.line) == [line, line + 5])
        #expect(found.map { $0.text.contains(text + "\(line + 1) ") } == [true, false])
        #expect(found.map { $0.text.contains(text + "\(line + 7) ") } == [false, true])
        #expect(found.map(\.isWarning) == [false, false])
    }

    enum Order: CaseIterable { case oneByOne, newestFirst, oldestFirst }

    /// It would take minutes if the time were quadratic. In release, 20,000 of them take 0.8 to 2 s in each order.
    @Test(arguments: Order.allCases, [true, false])
    func `many unresolved mocks are not reported`(_ order: Order, isOfProcess: Bool) async throws {
        let found = try await reports {
            let container = isOfProcess ? DependencyContainer.processWide : DependencyContainer()
            var mocks: [MockContainer<any Shelf, Oak>] = []
            for number in 0..<2_000 {
                let name = number.isMultiple(of: 2) ? "\(order)" : "\(order) \(number)"
                mocks.append(MockContainer(Oak(), named: name, container: container))
                if order == .oneByOne { mocks = [] }
            }
            if order == .newestFirst { while mocks.popLast() != nil {} }
        }
        #expect(found.map(\.text) == [])
    }
}

/// Two tests mock one service in the process-wide container. The first to run leaves its mock to the second.
@Suite(.serialized) struct MocksOfTwoTestsTests {
    private struct Left: @unchecked Sendable {
        let mock: MockContainer<any Shelf, Oak>
        let test: String
        let line: Int
    }

    private static let left = Protected<Left?>(nil)
    private static let leftByCase = Protected<UncheckedSendable<MockContainer<any Shelf, Oak>>?>(nil)
    private static let real = DependencyContainer.processWide.register(
        Pine(),
        for: (any Shelf).self,
        named: "process-wide"
    )

    init() { _ = Self.real }

    @Test func one() async throws { try await registerAndResolve() }
    @Test func other() async throws { try await registerAndResolve() }

    private func registerAndResolve(_ test: String = #function) async throws {
        let other = Self.left.withLock { $0.take() }
        let line = #line + 2
        let found = try await reports {
            let mock = MockContainer(Oak(), for: (any Shelf).self, named: "process-wide")
            // The mock belongs to this test. A test with a container of its own does not find the other's.
            _ = resolve((any Shelf).self, named: "process-wide")
            withIsolatedDependencies { #expect(optionalResolve((any Shelf).self, named: "process-wide") == nil) }
            withIsolatedDependencies(.strict) { #expect(resolve((any Shelf).self, named: "process-wide") is Oak) }
            if other == nil {
                let left = Left(mock: mock, test: test, line: line)
                Self.left.withLock { $0 = left }
            }
        }
        guard let other else { return #expect(found.map(\.text) == []) }
        let text = """
            The mock Oak of Shelf is registered in the process-wide container by \(test), and another mock of it by \(other.test), at \
            \(#fileID):\(other.line). Each may resolve the other's mock. Isolate both tests with `.isolatedDependencies`.
            """
        try expect(found, toWarn: text, at: line, underHeading: 0)
        let lookUps = try await reports {
            for _ in 0..<2 { _ = resolve((any Shelf).self, named: "process-wide") }
            await Task.detached { _ = resolve((any Shelf).self, named: "process-wide") }.value
        }
        let textOfLookUps = """
            The mock Oak of Shelf, which \(other.test) registered in the process-wide container, at \
            \(#fileID):\(other.line), was resolved by \(test). Isolate both tests with `.isolatedDependencies`.
            """
        try expect(lookUps, toWarn: textOfLookUps, at: line + 17, underHeading: 1)
        await withIsolatedDependencies(.forked) { #expect(resolve((any Shelf).self, named: "process-wide") is Pine) }
        let isolated = try await reports {
            await withIsolatedDependencies(.strict) {
                _ = resolve((any Shelf).self, named: "process-wide")
                _ = DependencyContainer.processWide.resolve((any Shelf).self, named: "process-wide")
            }
        }
        #expect(isolated.count == 2)
        #expect(isolated.first?.text.contains("was resolved, but this test has not registered it.") == true)
        #expect(isolated.last?.text.contains("was resolved in the process-wide container, and not in this") == true)
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [1, 2]) func `two cases of a test are two tests`(_ number: Int) async throws {
        let isFirst = Self.leftByCase.withLock { $0 == nil }
        let found = try await reports {
            let mock = UncheckedSendable(MockContainer(Oak(), for: (any Shelf).self, named: "of a case"))
            Self.leftByCase.withLock { $0 = $0 == nil ? mock : $0 }
            withExtendedLifetime(mock) {}
        }
        #expect(found.map { $0.text.contains("Each may resolve the other's mock.") } == (isFirst ? [] : [true]))
    }
}

/// Expects one warning, which *Errors explained* explains.
private func expect(_ found: [Report], toWarn text: String, at line: Int, underHeading heading: Int) throws {
    #expect(found.map(\.text) == [text])
    #expect(try ErrorsExplainedTests().heading(of: text) == ErrorsExplained.warnings[heading])
    #expect(found.map(\.line) == [line])
    #expect(found.map(\.isWarning) == [true])
}
#endif
