import Foundation
import Hopoate

/// The actions of a reader from the first screen to leaving the app: a scoped service, as an app that stays in memory has
/// several sessions, one after the other.
final class ReadingSession {
    @Dependency private var analytics: any AnalyticsProviding
    @Dependency private var time: any TimeProviding
    private let id: String

    init(id: String = UUID().uuidString) {
        self.id = id
    }

    /// Tracks an action of the reader, as part of this session.
    func track(_ name: String, _ parameters: [String: String] = [:]) {
        let parameters = parameters.merging(["session": id]) { $1 }
        analytics.track(AnalyticsEvent(name: name, time: time.now, parameters: parameters))
    }

    /// Tracks that the reader has left. Call it before the scope is reset.
    func end() {
        track("session_ended")
    }
}
