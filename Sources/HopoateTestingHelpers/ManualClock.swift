public import Hopoate

/// A clock that stands still until a test advances it.
///
/// Register it before the expiring service is first resolved, or reset that registration.
///
/// ```swift
/// let clock = ManualClock()
/// container.register(clock, for: (any ExpirationClock).self)
/// clock.advance(bySeconds: 61)  // an instance that expires after 60 seconds is created anew
/// ```
public final class ManualClock: ExpirationClock {
    private let seconds = Protected(0.0)

    /// Makes a clock that shows 0.
    public init() {}

    /// The seconds by which the clock was advanced. All functions may be called from any thread.
    ///
    /// ```swift
    /// #expect(clock.secondsNow() == 61)
    /// ```
    public func secondsNow() -> Double { seconds.withLock { $0 } }

    /// Advances the clock.
    ///
    /// Traps if the seconds are negative.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds, not negative.
    ///   - fileID: Where the clock is advanced, for errors.
    ///   - line: Where the clock is advanced, for errors.
    public func advance(bySeconds seconds: Double, fileID: StaticString = #fileID, line: UInt = #line) {
        if !(seconds >= 0) {
            CodePlace(fileID, line).trap(
                "A ManualClock cannot be advanced by \(seconds) seconds: time does not go back."
            )
        }
        self.seconds.withLock { $0 += seconds }
    }
}
