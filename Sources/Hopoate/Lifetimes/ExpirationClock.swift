/// The clock by which services of the lifetime ``Lifetime/expiring(afterSeconds:)`` age.
///
/// It is a service like any other: register one, say in a test, and it takes the place of the system's monotonic clock,
/// for instances that exist already too. `HopoateTestingHelpers` has a `ManualClock`.
///
/// ```swift
/// struct GameClock: ExpirationClock {
///     let game: Game
///     func secondsNow() -> Double { game.secondsPlayed }
/// }
/// container.register(GameClock(game: game), for: (any ExpirationClock).self)
/// ```
public protocol ExpirationClock: Sendable {
    /// The present time, in seconds since any moment, which must not run backwards. Called on the thread that resolves.
    func secondsNow() -> Double
}

extension StackTable {
    /// The present time for a registration. Runs users' code.
    func secondsNow(for key: ServiceKey, _ place: CodePlace) throws(ResolutionFailure) -> Double {
        let clock = (any ExpirationClock).self
        let clockKey = ServiceKey(clock, named: nil)
        // A clock that expires itself does so by the system's.
        if key == clockKey { return SystemClock.secondsNow }
        let lookup = Lookup(key: clockKey, place: place)
        do throws(ResolutionFailure) {
            let step = DependencyError.Step(key, place)
            return try ResolvingThread.current.read(try resolve(clock, lookup), lookup, of: number, for: step)
        } catch .missing {
            return SystemClock.secondsNow
        } catch .needs(let registration, _) {
            // Whoever resolves the service could await that, but not the clock.
            throw .failed(.unusable(.needsAwait, registration, lookup))
        } catch {
            throw error
        }
    }
}
