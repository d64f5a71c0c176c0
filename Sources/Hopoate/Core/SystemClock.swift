#if canImport(Darwin)
import Darwin
#endif

/// The system's monotonic clock: nobody sets it, and it also runs while the system sleeps.
enum SystemClock {
    /// The present time, in seconds since any moment.
    static var secondsNow: Double {
        #if canImport(Darwin)
        return Double(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1e9
        #else
        return start.duration(to: .now) / .seconds(1)
        #endif
    }

    #if !canImport(Darwin)
    private static let start = ContinuousClock.now
    #endif
}
