import Foundation
import HTTPTypes
import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOFoundationCompat
import ServiceLifecycle
import Testing

@testable import TollboothApp

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test func aGracefulShutdownFilesTheReceiptOfEachRequestInProgressAndThenClosesTheArchive() async throws {
        let container = DependencyContainer.shared
        let (database, log) = (resolve(TemporaryDatabase.self), resolve(InMemoryLogHandler.self))
        let gate = Rendezvous(of: 9)
        container.register(gate, for: (any Gate).self)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = ServiceGroup(services: [Tollbooth { port.yield($0) }], logger: resolve(Logger.self))

        async let stopped: Void = server.run()
        let running = try #require(await ports.first { _ in true })
        async let receipts = passages(8, port: running)
        await gate.arrived(8)
        await server.triggerGracefulShutdown()
        try await Task.sleep(for: .milliseconds(50))
        #expect(!log.entries.contains { $0.message == "archive closed" })

        await gate.open()
        let own = (1...8).map { Receipt(requestID: "\($0)", user: "kim", lines: ["car: 250 cents"]) }
        #expect(try await Set(receipts) == Set(own))
        try await stopped
        #expect(container.registrations.isEmpty)
        #expect(log.entries.contains { $0.message == "archive closed" })
        let (filed, books) = try await database.read { try await ($0.receipts, $0.books) }
        #expect(filed.count == 8)
        #expect(Set(filed) == Set(own))
        #expect(books == [Books(passages: 8, cents: 2000)])
    }

    /// Sends requests at the same time, and returns their receipts.
    private func passages(_ count: Int, port: Int) async throws -> [Receipt] {
        try await withThrowingTaskGroup(of: Receipt.self) { group in
            for number in 1...count {
                group.addTask {
                    try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
                        let headers: HTTPFields = [.requestID: "\(number)", .user: "kim"]
                        let response = try await client.execute(
                            .init("/passages/car", method: .post, headers: headers)
                        )
                        return try JSONDecoder().decode(Receipt.self, from: #require(response.body))
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
