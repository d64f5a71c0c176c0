/// The clock for services of the lifetime ``Lifetime/expiring(afterSeconds:)``.
///
/// It is a service like any other: register one, in a test for example, to replace the system's monotonic clock. Existing instances
/// then expire by its seconds. So register it before the expiring service is first resolved, or reset that registration.
/// `HopoateTestingHelpers` has a `ManualClock`.
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
    /// The present time, in seconds since any moment. It must not run backwards. Called on the thread that resolves. If the time is
    /// not finite, an instance that is created then expires at once.
    func secondsNow() -> Double
}

extension ServiceKey {
    var isOfClock: Bool { service == (any ExpirationClock).self }
}
