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
            withIsolatedDependencies(.verifyingMocks) {
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

    /// In the container of a test, and in the process-wide one with a name.
    @Test func `a mock that is released before the real service is resolved is reported`() async throws {
        for name in [nil, "released at once"] { try await releaseAtOnce(name) }
    }

    /// The cases have no containers of their own, so one may resolve the real service on purpose.
    @Test(arguments: [true, false]) func `a mock of another case is not reported`(_ hasMock: Bool) async throws {
        container.register(Pine(), for: (any Shelf).self)
        let found = try await reports { [container] in
            if hasMock { _ = MockContainer(Oak(), for: (any Shelf).self, container: container) }
            _ = container.resolve((any Shelf).self)
        }
        #expect(found.map(\.text) == [])
    }

    private func releaseAtOnce(_ name: String?) async throws {
        let container = name == nil ? container : DependencyContainer.shared
        let real = container.register(Pine(), for: (any Shelf).self, named: name)
        defer { container.remove(real) }
        let line = #line + 2
        let found = try await reports {
            _ = MockContainer(Oak(), for: (any Shelf).self, named: name, container: container)
            for _ in 0..<2 { _ = container.resolve((any Shelf).self, named: name) }
        }
        let text = """
            The mock Oak of Shelf was released before the service was resolved. It was requested at \(#fileID):\(line + 1), and the \
            real one was registered at \(#fileID):\(line - 4). Store the MockContainer in a property, or hold it with \
            `withExtendedLifetime`: `_ = MockContainer(…)` releases it immediately.
            """
        try expect(found, toWarn: text, at: line, underHeading: 0)
    }

    @Test(.isolatedDependencies) func `the default of a key is a real service too`() async throws {
        let found = try await reports {
            _ = MockContainer(["mock"], for: \.shelf)
            #expect(resolve(\.shelf) == ["default"])
        }
        #expect(found.count == 1)
    }

    @Test func `a newer mock or registration is not the real service`() async throws {
        let found = try await reports { [container] in
            container.register(Pine(), for: (any Shelf).self)
            _ = MockContainer(Oak(), for: (any Shelf).self, container: container)
            do {
                let next = MockContainer(Oak(), for: (any Shelf).self, container: container)
                _ = container.resolve((any Shelf).self)
                withExtendedLifetime(next) {}
            }
            _ = container.resolve((any Shelf).self)
            _ = MockContainer(Oak(), for: (any Shelf).self, container: container)
            container.register(Oak(), for: (any Shelf).self)
            _ = container.resolve((any Shelf).self)
        }
        #expect(found.map(\.text) == [])
    }

    @Test func `a mock in a container that existed before an isolated test is reported`() async throws {
        let (outside, trait) = (DependencyContainer(parent: .shared), IsolatedDependenciesTrait.isolatedDependencies)
        let line = #line + 3
        let found = try await reports {
            try await trait.provideScope(for: Test.current!, testCase: nil) {
                let mock = MockContainer(Oak(), for: (any Shelf).self, container: outside)
                withExtendedLifetime(mock) {}
            }
        }
        let text = """
            The mock Oak of Shelf is registered in a container that existed before this isolated test: other tests find the mock \
            there, too. Create the container in the test, or register the container as a service that each test creates.
            """
        try expect(found, toWarn: text, at: line, underHeading: 3)
    }

    @Test(.isolatedDependencies) func `a mock in a container of the test is not reported`() async throws {
        let found = try await reports {
            for container in [.shared, DependencyContainer(), DependencyContainer(parent: .shared)] {
                let mock = MockContainer(Oak(), for: (any Shelf).self, container: container)
                withExtendedLifetime(mock) {}
                withIsolatedDependencies {
                    let mock = MockContainer(Oak(), for: (any Shelf).self, container: container)
                    withExtendedLifetime(mock) {}
                }
            }
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
        try expect(found, toWarn: text, at: line, underHeading: 1)
        let lookUps = try await reports {
            for _ in 0..<2 { _ = resolve((any Shelf).self, named: "process-wide") }
            await Task.detached { _ = resolve((any Shelf).self, named: "process-wide") }.value
        }
        let textOfLookUps = """
            The mock Oak of Shelf, which \(other.test) registered in the process-wide container, at \
            \(#fileID):\(other.line), was resolved by \(test). Isolate both tests with `.isolatedDependencies`.
            """
        try expect(lookUps, toWarn: textOfLookUps, at: line + 16, underHeading: 2)
        withExtendedLifetime(other) {}
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
