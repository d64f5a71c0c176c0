import HTTPTypes
import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import TollboothApp

/// Keeps the container of each request, as a leaked object would.
private final class KeepingGate: Gate {
    private let containers = NIOLockedValueBox<[DependencyContainer]>([])
    var kept: [DependencyContainer] { containers.withLockedValue { $0 } }

    func open() async { containers.withLockedValue { $0.append(.shared) } }
}

@Suite(.tollbooth)
struct RequestEndTests {
    @Test func aRequestsContainerIsEmptyOnceItHasItsResponseWhateverHoldsIt() async throws {
        let gate = KeepingGate()
        DependencyContainer.shared.register(gate, for: (any Gate).self)
        try await Tollbooth().application.test(.router) { client in
            let response = try await client.pass("car")
            #expect(response.status == .ok)
        }
        let request = try #require(gate.kept.first)
        #expect(request !== DependencyContainer.shared)
        #expect(request.registrations.isEmpty)
        #expect(!request.canResolve(RequestIdentifier.self))
    }
}

@Suite(.tollbooth, .mock((any Gate).self) { Rendezvous(of: 64) })
struct RequestIsolationTests {
    @Test func requestsThatAreInTheirHandlersAtTheSameTimeKeepApart() async throws {
        let own = (1...64).map { Receipt(requestID: "\($0)", user: "user-\($0)", lines: ["car: 250 cents"]) }
        #expect(try await passAll() == own)
    }

    @Test func eachRequestLogsWithItsOwnLogger() async throws {
        _ = try await passAll()
        let passages = resolve(InMemoryLogHandler.self).entries.filter { $0.message == "passed" }
        let loggers = passages.map { "\($0.metadata["request"]!) of \($0.metadata["user"]!)" }
        #expect(Set(loggers) == Set((1...64).map { "\($0) of user-\($0)" }))
        #expect(loggers.count == 64)
    }

    /// Sends 64 requests, and returns their receipts in order. The first answer comes after the last request.
    private func passAll() async throws -> [Receipt] {
        try await Tollbooth().application.test(.router) { client in
            try await withThrowingTaskGroup(of: (Int, Receipt).self) { group in
                for number in 1...64 {
                    group.addTask {
                        let response = try await client.pass("car", requestID: "\(number)", user: "user-\(number)")
                        return (number, try response.receipt)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }
}
