public import Hopoate

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// container.register(clock, for: (any ExpirationClock).self)
/// clock.advance(bySeconds: 61)  // instances that last 60 seconds have expired
/// ```
///
/// Register the clock before the expiring service is first resolved. An instance that exists already expires by the clock with
/// which it was created: reset its registration.
public final class ManualClock: ExpirationClock {
    private let seconds = Protected(0.0)

    /// Creates a clock that shows 0 seconds.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// ```
    public init() {}

    /// Returns the seconds by which the clock was advanced. Any thread may call this.
    ///
    /// ```swift
    /// #expect(clock.secondsNow() == 61)
    /// ```
    public func secondsNow() -> Double { seconds.withLock { $0 } }

    /// Advances the clock. Any thread may call this.
    ///
    /// ```swift
    /// clock.advance(bySeconds: 61)  // instances that last 60 seconds have expired
    /// ```
    ///
    /// Traps if the number is negative.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds, not negative.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func advance(bySeconds seconds: Double, fileID: StaticString = #fileID, line: UInt = #line) {
        if !(seconds >= 0) {
            CodePlace(fileID, line).trap(
                "A ManualClock cannot be advanced by \(seconds) seconds: time does not go back."
            )
        }
        self.seconds.withLock { $0 += seconds }
    }
}
