#if canImport(Darwin)
import Darwin
#endif

/// The system's monotonic clock: it cannot be set, and it also runs while the system sleeps. It counts the seconds since any
/// moment.
enum SystemClock {
    #if canImport(Darwin)
    static var secondsNow: Double { Double(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1e9 }
    #else
    private static let start = ContinuousClock.now

    static var secondsNow: Double {
        @inline(never) get { start.duration(to: .now) / .seconds(1) }
    }
    #endif
}
