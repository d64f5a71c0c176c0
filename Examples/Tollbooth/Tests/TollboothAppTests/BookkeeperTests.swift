import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import Testing

@testable import TollboothApp

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct BookkeeperTests {
    @Test func theBooksAreClosedEverySoOften() async throws {
        let archive = try await DependencyContainer.shared.asyncResolve(Archive.self)
        try await Tollbooth(closingBooksEvery: .milliseconds(5)).application.test(.router) { client in
            for passages in 1...2 {
                _ = try await client.pass("car")
                while try await archive.books.count < passages { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        #expect(try await archive.books == [Books(passages: 1, cents: 250), Books(passages: 1, cents: 250)])
    }
}
