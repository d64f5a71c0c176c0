/// The clock by which services of the lifetime ``Lifetime/expiring(afterSeconds:)`` age.
///
/// It is a service like any other: register one, say in a test, and it takes the place of the system's monotonic clock.
/// It judges instances that exist already by its own seconds. Register it before the expiring service is first resolved, or
/// reset that registration. `HopoateTestingHelpers` has a `ManualClock`.
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
    /// The present time, in seconds since any moment, which must not run backwards. Called on the thread that resolves. An
    /// instance that is created at a time which is no finite number expires at once.
    func secondsNow() -> Double
}

extension ServiceKey {
    var isOfClock: Bool { service == (any ExpirationClock).self }
}
