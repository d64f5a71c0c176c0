/// Measures which creators of a container take the time.
///
/// It counts the creations that begin and end between when it is made and ``end()``, or until it is released, on all
/// threads.
///
/// ```swift
/// let profile = StartUpProfile()
/// launch()
/// profile.end()
/// print(profile)
/// ```
///
/// ```
///  own ms  total ms  creations  service
///  812.40    900.15          1  Newsstand.Store
///   12.03    912.18          1  Newsstand.FeedViewModel
/// ```
public final class StartUpProfile: Sendable, CustomStringConvertible {
    /// What the creators of one service have taken.
    public struct ServiceTime: Sendable {
        let key: ServiceKey
        /// How many creations have ended, failed ones included.
        public fileprivate(set) var creationCount = 0
        /// How long they took, in seconds. Where one ran within another of the same service, the outer one counts.
        public fileprivate(set) var totalSeconds = 0.0
        /// How long they took in seconds, without what the creators of other services took that ran within them.
        ///
        /// Waiting is part of it: for what another thread or task is creating, too.
        public fileprivate(set) var ownSeconds = 0.0

        /// The service.
        public var service: Any.Type { key.role.service }

        /// The name that it is registered by, if any.
        public var name: String? { key.name }
    }

    private let times = Protected(CreationTimes())
    private let observation: ResolutionObservation

    /// Begins to measure.
    ///
    /// - Parameter container: Whose creators to measure.
    public init(_ container: DependencyContainer = .shared) {
        observation = container.observe { [times] event in times.withLock { $0.add(event) } }
    }

    /// Ends the measuring: from now on, the profile stays the same. Calling it again has no effect.
    public func end() {
        observation.cancel()
        times.withLock { $0.end() }
    }

    /// The services whose creators took the most time of their own, the slowest first.
    ///
    /// - Parameter count: At most how many services, not negative.
    /// - Returns: The services. Where the times are equal, the one that was created first comes first.
    public func slowest(_ count: Int) -> [ServiceTime] {
        Array(times.withLock { $0.services }.slowestFirst.prefix(count))
    }

    /// A table of all services, the slowest first.
    public var description: String { times.withLock { $0.services }.slowestFirst.table }
}

/// What creators take, added up while they run.
struct CreationTimes {
    private struct Running {
        let key: ServiceKey
        /// What the creators have taken that ran within it.
        var secondsWithin = 0.0
    }

    /// In the order of the first creation that has ended.
    private(set) var services: [StartUpProfile.ServiceTime] = []
    private var indices: [ServiceKey: Int] = [:]
    private var running: [RunningCreation: Running] = [:]
    private var hasEnded = false

    mutating func add(_ event: ResolutionEvent) {
        guard !hasEnded, let creation = event.creation else { return }
        let key = event.registration.key
        guard let seconds = event.durationInSeconds else {
            running[creation] = Running(key: key)
            return
        }
        // What has begun before anybody observed, is not known with all that ran within it.
        guard let ended = running.removeValue(forKey: creation) else { return }
        let around = event.around.filter { running[$0] != nil }
        if let outer = around.first { running[outer]?.secondsWithin += seconds }
        let index = index(of: key)
        services[index].creationCount += 1
        // Asynchronous creations within it may have run at the same time.
        services[index].ownSeconds += max(0, seconds - ended.secondsWithin)
        let isWithinItself = around.contains { creation in running[creation].map { $0.key == key } ?? false }
        if !isWithinItself { services[index].totalSeconds += seconds }
    }

    mutating func end() {
        hasEnded = true
        running = [:]
    }

    private mutating func index(of key: ServiceKey) -> Int {
        if let index = indices[key] { return index }
        indices[key] = services.count
        services.append(StartUpProfile.ServiceTime(key: key))
        return services.count - 1
    }
}

extension [StartUpProfile.ServiceTime] {
    var slowestFirst: [Element] {
        enumerated()
            .sorted { left, right in
                let (leftTime, rightTime) = (left.element, right.element)
                return (rightTime.ownSeconds, rightTime.totalSeconds, left.offset)
                    < (leftTime.ownSeconds, leftTime.totalSeconds, right.offset)
            }
            .map(\.element)
    }

    var table: String {
        let rows =
            [["own ms", "total ms", "creations", "service"]]
            + map { time in
                [
                    "\(Milliseconds(seconds: time.ownSeconds))", "\(Milliseconds(seconds: time.totalSeconds))",
                    "\(time.creationCount)", time.key.description,
                ]
            }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return
            rows.map { row in
                let numbers = zip(row, widths).map { text, width in
                    String(repeating: " ", count: width - text.count) + text
                }
                return (numbers + [row[3]]).joined(separator: "  ")
            }
            .joined(separator: "\n")
    }
}
