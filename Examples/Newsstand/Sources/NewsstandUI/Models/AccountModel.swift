import Hopoate
import NewsstandApp
import Observation

/// Logs readers in and out. Logging out ends the reader's session, and the next reader gets another one.
@MainActor @Observable
final class AccountModel {
    @ObservationIgnored @Dependency private var session: ReadingSession
    @ObservationIgnored @Dependency private var sessions: ReadingSessions
    private(set) var isLoggedIn = false

    func logIn() {
        session.track("logged_in")
        isLoggedIn = true
    }

    func logOut() {
        isLoggedIn = false
        sessions.endCurrent()
    }
}
