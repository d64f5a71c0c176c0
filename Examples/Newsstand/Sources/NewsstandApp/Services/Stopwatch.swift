import Foundation
import Hopoate

/// Measures one thing, so everybody who measures needs one of their own: a transient service.
final class Stopwatch {
    @Dependency private var time: any TimeProviding
    private var started: Date?

    func start() {
        started = time.now
    }

    /// The seconds since the start.
    var seconds: TimeInterval {
        started.map { time.now.timeIntervalSince($0) } ?? 0
    }
}
