import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import Testing

@testable import TollboothApp

@Suite(.tollbooth, .timeLimit(.minutes(1)))
struct BookkeeperTests {
    @Test func theBooksAreClosedEverySoOften() async throws {
        let archive = resolve(MemoryArchive.self)
        try await Tollbooth(closingBooksEvery: .milliseconds(5)).application.test(.router) { client in
            for passages in 1...2 {
                _ = try await client.pass("car")
                while archive.books.count < passages { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        #expect(archive.books == [Books(passages: 1, cents: 250), Books(passages: 1, cents: 250)])
        #expect(archive.seals == 0)
    }
}
