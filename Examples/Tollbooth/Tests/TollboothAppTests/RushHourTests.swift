import Hopoate
import HopoateTestingHelpers
import Testing

@testable import TollboothApp
@testable import tollbooth

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct RushHourTests {
    @Test func everyReceiptIsTheRequestsOwn() async throws {
        let (summary, problems) = try await RushHour(requests: 160, clients: 16).run()
        #expect(problems == [])
        #expect(summary.contains("160 passages for 84950 cents in the archive, sealed once"))
    }

    @Test func aServiceThatRequestsShareIsNoticed() async throws {
        let printer = ReceiptPrinter(requestID: RequestIdentifier(text: "request-0"), user: User(name: "user-0"))
        DependencyContainer.shared.register(printer, for: ReceiptPrinter.self)
        let (_, problems) = try await RushHour(requests: 32, clients: 4).run()
        #expect(problems.count >= 31)
    }
}
