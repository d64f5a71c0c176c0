public import Hopoate

/// Measures the time that the creators of a container take, until ``end()`` or until it is released.
///
/// ```swift
/// import HopoateDiagnostics
///
/// let profile = StartUpProfile()
/// launch()
/// profile.end()
/// print(profile)
/// ```
///
/// ```
///    own ms   total ms  creations  service
///    812.40     900.15          1  Newsstand.Store
///     12.03     912.18          1  Newsstand.FeedViewModel
/// ```
///
/// The profile counts creations on all threads, also asynchronous ones, but no synchronous creator that runs during registration.
public final class StartUpProfile: Sendable, CustomStringConvertible {
    /// The time that the creators of one service took.
    ///
    /// ```swift
    /// for time in profile.slowest(3) {
    ///     print(time.service, time.name ?? "", time.creationCount)
    ///     print(time.ownSeconds, time.totalSeconds)
    /// }
    /// ```
    public struct ServiceTime: Sendable {
        let key: ServiceKey
        /// The number of completed creations, including failed ones.
        public fileprivate(set) var creationCount = 0
        /// The time of these creations in seconds. If a creation ran within another of the same service, only the outer one counts.
        public fileprivate(set) var totalSeconds = 0.0
        /// The time of these creations in seconds, without the creators of other services that ran within them.
        ///
        /// The time includes waiting, even for another thread or task that creates a service.
        public fileprivate(set) var ownSeconds = 0.0

        /// The service.
        public var service: Any.Type { key.serviceType }

        /// The name under which it is registered, if any.
        public var name: String? { key.name }
    }

    private let times = Protected(CreationTimes())
    private let observation: ResolutionObservation

    /// Starts to measure a container.
    ///
    /// ```swift
    /// let profile = StartUpProfile(container)
    /// ```
    ///
    /// - Parameter container: The container whose creators to measure. By default the container that is shared now.
    public init(_ container: DependencyContainer = .shared) {
        observation = container.observe { [times] event in times.withLock { $0.add(event) } }
    }

    /// Stops measuring. A creation that is in progress may still count. Calling this again has no effect.
    ///
    /// ```swift
    /// launch()
    /// profile.end()
    /// print(profile)
    /// ```
    public func end() { observation.cancel() }

    /// The services whose creators took the most own time, the slowest first.
    ///
    /// ```swift
    /// let slowest = profile.slowest(1).first
    /// ```
    ///
    /// - Parameter count: The maximum number of services, not negative.
    /// - Returns: The services.
    public func slowest(_ count: Int) -> [ServiceTime] { Array(times.withLock { $0 }.slowestFirst.prefix(count)) }

    /// A table of all services, the slowest first.
    public var description: String { times.withLock { $0 }.slowestFirst.table }
}

/// Adds up the times of creators.
struct CreationTimes {
    private var services: [ServiceKey: StartUpProfile.ServiceTime] = [:]
    /// The creations in progress, with the seconds that creators within them have taken.
    private var running: [CreationID: (key: ServiceKey, nestedSeconds: Double)] = [:]

    mutating func add(_ event: ResolutionEvent) {
        guard let creation = event.creation else { return }
        let key = event.registration.key
        guard let seconds = event.durationInSeconds else {
            running[creation] = (key, 0)
            return
        }
        // A creation that began before the profile may have nested ones that were not measured.
        guard let ended = running.removeValue(forKey: creation) else { return }
        let enclosing = event.around.filter { running[$0] != nil }
        if let outer = enclosing.first { running[outer]?.nestedSeconds += seconds }
        var time = services[key] ?? StartUpProfile.ServiceTime(key: key)
        time.creationCount += 1
        // Nested asynchronous creations may have run at the same time.
        time.ownSeconds += max(0, seconds - ended.nestedSeconds)
        if !enclosing.contains(where: { running[$0]?.key == key }) { time.totalSeconds += seconds }
        services[key] = time
    }

    var slowestFirst: [StartUpProfile.ServiceTime] {
        services.values.sorted { ($1.ownSeconds, $1.totalSeconds) < ($0.ownSeconds, $0.totalSeconds) }
    }
}

extension [StartUpProfile.ServiceTime] {
    var table: String {
        func line(_ numbers: [String], _ service: String) -> String {
            numbers.map { String(repeating: " ", count: Swift.max(0, 9 - $0.count)) + $0 + "  " }.joined() + service
        }
        let lines = map { time in
            let numbers = [time.ownSeconds.inMilliseconds, time.totalSeconds.inMilliseconds, "\(time.creationCount)"]
            return line(numbers, time.key.description)
        }
        return ([line(["own ms", "total ms", "creations"], "service")] + lines).joined(separator: "\n")
    }
}

extension Double {
    /// The text of a duration in seconds: milliseconds with two digits after the point, `1234.50`.
    var inMilliseconds: String {
        let hundredths = UInt64(max(0, self * 100_000).rounded())
        return "\(hundredths / 100).\("\(hundredths % 100 + 100)".dropFirst())"
    }
}
