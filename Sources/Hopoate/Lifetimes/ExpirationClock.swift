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
    /// The present time, in seconds since any moment, which must not run backwards. Called on the thread that resolves.
    func secondsNow() -> Double
}

extension StackTable {
    /// The present time for the service of a look-up. Runs users' code.
    func secondsNow(for expiring: Lookup) throws(ResolutionFailure) -> Double {
        // A clock that expires itself does so by the system's.
        if !ProcessFlag.clocks.isSet || expiring.key == .clock { return SystemClock.secondsNow }
        let lookup = Lookup(.clock, expiring.place)
        do throws(ResolutionFailure) {
            let clock = try (owner ?? self).resolve(lookup).kept.service(as: (any ExpirationClock).self)
            // The code of a clock is no creator, but may come back to the service that the clock is read for.
            let thread = Resolution.ofThread
            let readings = thread.state.clockReadings
            if readings.contains(where: { $0.tableNumber == number }) {
                let way = readings.flatMap { [$0.step, lookup.step] }
                throw .failed(.cycle(thread.path + way + [expiring.step]))
            }
            thread.state.clockReadings.append((number, expiring.step))
            defer { thread.state.clockReadings.removeLast() }
            return clock.secondsNow()
        } catch .missing {
            return SystemClock.secondsNow
        }
    }
}

extension ServiceKey {
    fileprivate static var clock: ServiceKey { ServiceKey((any ExpirationClock).self, named: nil) }

    var isOfClock: Bool { service == (any ExpirationClock).self }
}
