/// A clock that decides when instances with the lifetime ``Lifetime/expiring(afterSeconds:)`` expire.
///
/// By default, the library uses the system's monotonic clock. To replace it, register your clock as a service, before any expiring
/// service is resolved. If an instance exists already, its expiry was calculated with the old clock, so reset its registration. For
/// tests, `HopoateTestingHelpers` has a `ManualClock`.
///
/// ```swift
/// struct GameClock: ExpirationClock {
///     let game: Game
///     func secondsNow() -> Double { game.secondsPlayed }
/// }
///
/// container.register(GameClock(game: game), for: (any ExpirationClock).self)
/// ```
public protocol ExpirationClock: Sendable {
    /// Returns the current time, in seconds after a fixed moment of your choice.
    ///
    /// The container calls this on the thread that resolves. The time must not go backwards. If it is not finite when an instance
    /// is created, the instance is not kept.
    ///
    /// ```swift
    /// func secondsNow() -> Double { game.secondsPlayed }
    /// ```
    ///
    /// - Returns: The number of seconds since that moment.
    func secondsNow() -> Double
}

extension ServiceKey {
    var isOfClock: Bool { service == (any ExpirationClock).self }
}
