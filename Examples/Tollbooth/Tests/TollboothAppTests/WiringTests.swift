import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import InMemoryLogging
import Logging
import Testing

@testable import TollboothApp

@Suite(.tollbooth)
struct WiringTests {
    private let app = DependencyContainer.shared

    @Test func theBoothIsWiredForARequest() async {
        await request("1").checkWiring(modules: ["TollboothApp"])
    }

    @Test func theAppLacksOnlyWhatARequestBrings() throws {
        let error = try #require(throws: DependencyValidationError.self) { try app.validate() }
        #expect(error.problems.map(\.path) == [["ReceiptPrinter", "RequestIdentifier"], ["ReceiptPrinter", "User"]])
    }

    @Test func eachRequestHasAPrinterAndAllHaveOneLedger() async throws {
        _ = try await app.asyncResolve(Archive.self)
        let (first, second) = (request("1"), request("2"))
        #expect(first.resolve(ReceiptPrinter.self) === first.resolve(ReceiptPrinter.self))
        #expect(first.resolve(ReceiptPrinter.self) !== second.resolve(ReceiptPrinter.self))
        #expect(first.resolve(Ledger.self) === second.resolve(Ledger.self))
    }

    @Test func whatTheAppKeepsLogsForTheAppAlsoWhenARequestAsksFirst() async throws {
        let log = resolve(InMemoryLogHandler.self)
        _ = try await request("1").asyncResolve(Archive.self)
        await app.asyncRemoveAll()
        let entry = try #require(log.entries.first)
        #expect(entry.message == "archive closed")
        #expect(entry.metadata.isEmpty)
    }

    private func request(_ id: String) -> DependencyContainer {
        let request = DependencyContainer(parent: app)
        request.registerRequest(RequestIdentifier(text: id), by: User(name: "kim"))
        return request
    }
}
