import Foundation
import Hopoate

/// Measures one duration: a transient service, as each measurement needs its own.
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
