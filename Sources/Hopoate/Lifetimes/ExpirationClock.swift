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

extension Lookup {
    /// The present time for the service of the look-up. Runs users' code.
    func secondsNow() throws(ResolutionFailure) -> Double {
        // A clock that expires itself does so by the system's.
        if !ProcessFlag.clocks.isSet || key.isOfClock { return SystemClock.secondsNow }
        // The code of a clock may come back to a service that the clock is read for, as a creator may.
        try throwIfCycle()
        let thread = ThreadState.current
        let frame = thread.enter(self)
        defer { thread.leave(self, to: frame) }
        let lookup = Lookup(ServiceKey((any ExpirationClock).self, named: nil), place, in: owner)
        do throws(ResolutionFailure) {
            let clock = try lookup.answer().service(as: (any ExpirationClock).self)
            let own = thread.enter(lookup)
            defer { thread.leave(lookup, to: own) }
            return clock.secondsNow()
        } catch .missing {
            return SystemClock.secondsNow
        }
    }
}

extension ServiceKey {
    var isOfClock: Bool { service == (any ExpirationClock).self }
}
