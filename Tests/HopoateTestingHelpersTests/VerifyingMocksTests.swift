import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

protocol Transporting {}
struct SpyTransport: Transporting {}
private struct RealTransport: Transporting {}
protocol Sink {}
private struct SpySink: Sink {}

/// What `.verifyingMocks` takes for a use, and what it says about a mock without one.
@Suite struct VerifyingMocksTests {
    /// The reports while mocks are verified.
    private func verifying(_ test: @Sendable () -> Void) async throws -> [Report] {
        try await reports { withIsolatedDependencies(.verifyingMocks, operation: test) }
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

    @Test func `a default that a test overrides by a mock is not reported`() async throws {
        let found = try await verifying {
            let ofSuite = MockContainer(SpyTransport(), for: (any Transporting).self)
            let ofTest = MockContainer(SpyTransport(), for: (any Transporting).self)
            _ = resolve((any Transporting).self)
            withExtendedLifetime((ofSuite, ofTest)) {}
        }
        #expect(found.map(\.text) == [])
    }

    @Suite(.isolatedDependencies(.verifyingMocks), .mock((any Transporting).self) { SpyTransport() })
    struct OverridingTests {
        @Test(.mock((any Transporting).self) { RealTransport() })
        func `a test may override the mock of its suite`() {
            #expect(resolve((any Transporting).self) is RealTransport)
        }
    }

    @Test func `a mock of its own type is told the protocol that was resolved`() async throws {
        let found = try await verifying {
            DependencyContainer.shared.register(RealTransport(), for: (any Transporting).self)
            DependencyContainer.shared.register(Pinger(label: ""), for: (any Pinging).self)
            let ended = MockContainer(SpyTransport(), for: SpyTransport.self, named: "ended")
            _ = (resolve((any Transporting).self), resolve((any Pinging).self))
            withExtendedLifetime(ended) {}
        }
        let text = """
            The mock SpyTransport of SpyTransport was never resolved.
            SpyTransport is a Transporting, which was resolved: register it `for: (any Transporting).self`.
            """
        #expect(found.map(\.text) == [text])
    }

    @Test func `a mock of a service that only has contributions is told so`() async throws {
        let line = #line + 2
        let found = try await verifying {
            DependencyContainer.shared.contribute(to: (any Sink).self) { SpySink() }
            let mock = MockContainer(SpySink(), for: (any Sink).self)
            _ = resolveAll((any Sink).self)
            withExtendedLifetime(mock) {}
        }
        let text = """
            The mock SpySink of Sink was never resolved.
            Sink has contributions, at \(#fileID):\(line). Mock their list: `for: [any Sink].self`.
            """
        #expect(found.map(\.text) == [text])
    }
}
