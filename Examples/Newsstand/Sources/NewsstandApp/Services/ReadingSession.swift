import Foundation
import Hopoate

/// The actions of a reader from the first screen to leaving the app or logging out: a scoped service, as an app that stays in
/// memory has several sessions, one after the other.
package final class ReadingSession {
    @Dependency private var analytics: any AnalyticsProviding
    @Dependency private var time: any TimeProviding
    private let id: String
    private var isEmpty = true

    init(id: String = UUID().uuidString) {
        self.id = id
    }

    /// Tracks an action of the reader, as part of this session.
    package func track(_ name: String, _ parameters: [String: String] = [:]) {
        let parameters = parameters.merging(["session": id]) { $1 }
        isEmpty = false
        analytics.track(AnalyticsEvent(name: name, time: time.now, parameters: parameters))
    }

    /// Tracks that the reader has left, if anything else was tracked. Call it before the scope is reset.
    func end() {
        if !isEmpty { track("session_ended") }
    }
}

/// The sessions of the app's readers.
package struct ReadingSessions {
    @Dependency private var session: ReadingSession
    private let scope: DependencyScope

    init(scope: DependencyScope) {
        self.scope = scope
    }

    /// Ends the current session, and releases it. Another one begins when it is needed.
    package func endCurrent() {
        session.end()
        scope.reset()
    }
}
