import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp
@testable import NewsstandUI

@MainActor
@Suite(.isolatedDependencies)
struct AccountModelTests {
    /// SwiftUI creates the window's models before it calls the app delegate.
    private let account = AccountModel()
    private let feed = FeedListModel()
    private let app = AppDelegate.launched()
    private let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)

    @Test func aReaderHasToLogIn() {
        #expect(!account.isLoggedIn)
        account.logIn()
        #expect(account.isLoggedIn)
    }

    @Test func theSessionEndsAtLogOutAndTheNextReaderGetsAnotherOne() async throws {
        for _ in 1...2 {
            account.logIn()
            await feed.load()
            account.logOut()
            #expect(!account.isLoggedIn)
        }
        let events = analytics.mock.events
        #expect(
            events.map(\.name) == [
                "logged_in", "feed_shown", "session_ended", "logged_in", "feed_shown", "session_ended",
            ]
        )
        let sessions = events.map(\.parameters["session"])
        #expect(Set(sessions.prefix(3)).count == 1)
        #expect(Set(sessions.suffix(3)).count == 1)
        #expect(Set(sessions).count == 2)
    }

    @Test func anAppThatTerminatesAfterLogOutEndsNoOtherSession() throws {
        account.logIn()
        account.logOut()
        try app.willTerminate()
        #expect(analytics.mock.events.map(\.name) == ["logged_in", "session_ended"])
    }
}
