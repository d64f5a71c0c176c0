import Hopoate
import HopoateTestingHelpers
import Testing

@testable import TollboothApp
@testable import tollbooth

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct RushHourTests {
    @Test func everyReceiptIsTheRequestsOwn() async throws {
        let database = resolve(TemporaryDatabase.self)
        let (summary, problems) = try await RushHour(requests: 160, clients: 16, database: database.path).run()
        #expect(problems == [])
        #expect(summary.contains("160 receipts in the archive, and books of 160 passages for 84950 cents"))
    }

    @Test func aServiceThatRequestsShareIsNoticed() async throws {
        let container = DependencyContainer.shared
        let database = container.resolve(TemporaryDatabase.self)
        let printer = ReceiptPrinter(
            requestID: RequestIdentifier(text: "request-0"),
            user: User(name: "user-0"),
            archive: try await container.asyncResolve(Archive.self)
        )
        container.register(printer, for: ReceiptPrinter.self)
        let (_, problems) = try await RushHour(requests: 32, clients: 4, database: database.path).run()
        #expect(problems.count >= 31)
    }
}
