import HTTPTypes
import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import Logging
import ServiceLifecycle
import Testing

@testable import TollboothApp

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test func theLedgerIsClosedOnceAndAfterTheLastRequest() async throws {
        let archive = resolve(MemoryArchive.self)
        let gate = Rendezvous(of: 2)
        DependencyContainer.shared.register(gate, for: (any Gate).self)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = ServiceGroup(services: [Tollbooth { port.yield($0) }], logger: resolve(Logger.self))

        async let stopped: Void = server.run()
        let running = try #require(await ports.first { _ in true })
        async let response = TestClient.withClient(host: "127.0.0.1", port: running) { client in
            try await client.execute(.init("/passages/car", method: .post, headers: [.user: "kim"]))
        }
        await gate.arrived()
        await server.triggerGracefulShutdown()
        try await Task.sleep(for: .milliseconds(50))
        #expect(archive.seals == 0)

        await gate.open()
        #expect(try await response.status == .ok)
        try await stopped
        #expect(archive.books == [Books(passages: 1, cents: 250)])
        #expect(archive.seals == 1)
        #expect(DependencyContainer.shared.registrations.isEmpty)
    }
}
