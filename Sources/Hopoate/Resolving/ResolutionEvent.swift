/// An event that an observer of a container receives: see ``DependencyContainer/observe(_:)``.
///
/// ```swift
/// let observation = container.observe { event in
///     let indentation = String(repeating: "    ", count: event.depth)
///     switch event.kind {
///     case .registered, .hit:
///         break
///     case .creationBegan:
///         log("\(indentation)\(event.registration)")
///         log("\(indentation)requested at \(event.fileID):\(event.line)")
///     case .creationEnded:
///         log("\(indentation)took \(event.durationInSeconds ?? 0) seconds")
///     case .creationFailed:
///         log("\(indentation)failed")
///     }
/// }
/// ```
public struct ResolutionEvent: Sendable {
    /// The kind of an event.
    public enum Kind: Sendable, Hashable {
        /// A registration was added.
        case registered
        /// A resolution found an existing instance, so no creator runs.
        case hit
        /// A creator is about to run.
        case creationBegan
        /// A creator has created the instance for the resolution.
        case creationEnded
        /// A creator has thrown an error.
        case creationFailed
    }

    /// The kind of the event.
    public let kind: Kind
    /// The time that the creator took, in seconds. Nil unless a creation has ended or failed.
    ///
    /// It includes the creator's own resolutions and waits, and the observers that ran meanwhile.
    public internal(set) var durationInSeconds: Double?

    /// The look-up or registration that is observed.
    let observed: ObservedLookup
    /// Identifies the current thread.
    package let thread: UInt64

    /// The registration that was added, or that the resolution uses.
    public var registration: RegistrationInfo { observed.info }

    /// The number of creators that were running around this event, on the same thread or for the same task.
    public var depth: Int { observed.depth }

    package var place: CodePlace { observed.place }

    /// The file in which the service was resolved or registered, as `Module/File.swift`.
    public var fileID: String { place.fileID.description }

    /// The line on which the service was resolved or registered.
    public var line: UInt { place.line }
}

/// A token for an observer, which is active until you cancel or release the token: see ``DependencyContainer/observe(_:)``.
///
/// ```swift
/// let observation = container.observe { event in log("\(event.registration)") }
/// launch()
/// observation.cancel()
/// ```
public final class ResolutionObservation: Sendable {
    private let number: UInt64
    /// Not the container, which may be released before.
    private let table: StackTable

    init(
        _ table: StackTable,
        properties: (@Sendable (CreatedProperty) -> Void)? = nil,
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void
    ) {
        let observer = Observer(properties, observer)
        number = observer.number
        self.table = table
        table.replaceObserver(number, by: [observer])
    }

    /// Ends the observation.
    ///
    /// The observer may still receive events that are in progress. Further calls have no effect.
    ///
    /// ```swift
    /// let observation = container.observe { event in log("\(event.registration)") }
    /// launch()
    /// observation.cancel()
    /// ```
    public func cancel() { table.replaceObserver(number, by: []) }

    deinit { cancel() }
}

/// The function that an observation calls.
final class Observer: Sendable {
    let number = Numbers.next()
    fileprivate let observe: @Sendable (ResolutionEvent) -> Void
    fileprivate let observeProperty: (@Sendable (CreatedProperty) -> Void)?

    fileprivate init(
        _ observeProperty: (@Sendable (CreatedProperty) -> Void)?,
        _ observe: @escaping @Sendable (ResolutionEvent) -> Void
    ) { (self.observeProperty, self.observe) = (observeProperty, observe) }
}

extension [Observer] {
    func notify(of event: ResolutionEvent) {
        let thread = ThreadState.current
        // An observer that was notified of its own look-ups might not end.
        for observer in self where !thread.state.notified.contains(observer.number) {
            thread.state.notified.append(observer.number)
            observer.observe(event)
            thread.state.notified.removeLast()
        }
    }
}

extension StackTable {
    /// Removes an observer, or adds the first with its number.
    @inline(never)
    fileprivate func replaceObserver(_ number: UInt64, by new: [Observer]) {
        state.withLock { state, discarded in
            discarded.add(state.observers)
            state.observers = state.observers.filter { $0.number != number } + new
        }
        withShards { $0.isObserved = withState { !$0.observers.isEmpty } }
    }

    func notifyObservers(_ registration: AnyServiceRegistration) {
        let lookup = Lookup(registration.key, registration.place, in: self)
        registration.shard.withLock { _ in ObservedLookup(of: registration, for: lookup) }?.notify(.registered)
    }
}

/// An observed look-up, with its creation if there is one, or an observed registration.
final class ObservedLookup: Sendable {
    let info: RegistrationInfo
    let place: CodePlace
    let depth: Int
    private let observers: [Observer]
    let isOfChange: Bool
    /// The innermost observed creation around it.
    let outer: ObservedLookup?
    /// When the creation began, after the observers had returned.
    private let beginning = Protected<Double?>(nil)

    /// Called under the lock of the registration's shard. Nil if the registration was removed.
    init?(of registration: AnyServiceRegistration, for lookup: Lookup) {
        guard let stack = registration.stack, let height = stack.index(of: registration) else { return nil }
        info = RegistrationInfo(registration, at: height, in: stack)
        place = lookup.place
        depth = lookup.depth
        observers = stack.table.withState(\.observers)
        outer = lookup.creator { $0.attempt.observed != nil }?.attempt.observed
        isOfChange = lookup.changed != nil || outer?.isOfChange == true
    }

    func notify(of property: CreatedProperty) { for observer in observers { observer.observeProperty?(property) } }

    @inline(never)
    func notify(_ kind: ResolutionEvent.Kind) {
        let beginning = beginning.withLock { $0 }
        // A creator that would run within itself has not begun. The creation of an awaited instance has had its own event.
        if kind == .creationFailed && beginning == nil || kind == .hit && beginning != nil { return }
        let duration = beginning.map { SystemClock.secondsNow - $0 }
        let thread = ThreadState.current.state.runner.number
        observers.notify(of: ResolutionEvent(kind: kind, durationInSeconds: duration, observed: self, thread: thread))
        if kind == .creationBegan { self.beginning.withLock { $0 = SystemClock.secondsNow } }
    }
}
