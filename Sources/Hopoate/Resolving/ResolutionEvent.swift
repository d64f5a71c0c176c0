/// Something that happened in a container that is observed: see ``DependencyContainer/observe(_:)``.
///
/// ```swift
/// let observation = container.observe { event in
///     let indentation = String(repeating: "    ", count: event.depth)
///     switch event.kind {
///     case .registered, .hit:
///         break
///     case .creationBegan:
///         log("\(indentation)\(event.registration)")
///         log("\(indentation)asked for at \(event.fileID):\(event.line)")
///     case .creationEnded:
///         log("\(indentation)took \(event.durationInSeconds ?? 0) seconds")
///     case .creationFailed:
///         log("\(indentation)failed")
///     }
/// }
/// ```
public struct ResolutionEvent: Sendable {
    /// The kind of the event.
    public enum Kind: Sendable, Hashable {
        /// A registration was pushed.
        case registered
        /// A registration answered with the instance that it keeps.
        case hit
        /// A registration's creator is about to run.
        case creationBegan
        /// A registration's creator has made an instance, which answers.
        case creationEnded
        /// A registration's creator has thrown an error.
        case creationFailed
    }

    /// The kind of the event.
    public let kind: Kind
    /// The registration that answers, or that was pushed.
    public let registration: RegistrationInfo
    /// How long the creator ran, in seconds, when a creation ended or failed; otherwise nil.
    ///
    /// It includes the creator's resolutions and waits, and the time that observers took meanwhile.
    public internal(set) var durationInSeconds: Double?

    package let place: CodePlace
    /// Tells the current thread from others.
    package let thread: UInt64
    /// How many creators run on the thread, or none for an event of an asynchronous creation.
    fileprivate let depthOnThread: Int
    /// The asynchronous creation that this tells of, or within which it happened.
    private let asyncCreation: AsyncCreation?

    /// An asynchronous creation is told of by itself.
    init(
        _ kind: Kind,
        _ registration: RegistrationInfo,
        _ place: CodePlace,
        _ asyncCreation: AsyncCreation? = nil,
        depthOnThread: Int? = nil
    ) {
        self.kind = kind
        self.registration = registration
        self.place = place
        let current = Resolution.ofThread
        thread = current.state.number
        self.depthOnThread = depthOnThread ?? (asyncCreation == nil ? current.usersCreators.count : 0)
        self.asyncCreation = asyncCreation ?? .current
    }

    var isOfCreation: Bool { kind != .registered && kind != .hit }

    /// The creations that are running, the innermost first: the one that this tells of, and those around it. Lazy, as there
    /// may be many, of which the first is enough (`CostTests`).
    var running: some Sequence<CreationID> {
        let onThread = (0..<depthOnThread).reversed().lazy.map { CreationID(runner: thread, depth: $0) }
        let inTask = asyncCreation.map { creation in
            AnySequence(creation.chain.lazy.map { CreationID(runner: $0.number, depth: 0) })
        }
        return [AnySequence(onThread), inTask ?? AnySequence([])].lazy.joined()
    }

    /// How many creators were running around this, on the same thread or for the same task.
    public var depth: Int { around.reduce(0) { count, _ in count + 1 } }

    /// The file in which the service was asked for or registered, as `Module/File.swift`.
    public var fileID: String { place.fileID.description }

    /// The line on which the service was asked for or registered.
    public var line: UInt { place.line }
}

/// An observer at work: see ``DependencyContainer/observe(_:)``.
///
/// It ends when it is cancelled or released.
///
/// ```swift
/// let observation = container.observe { event in log("\(event.registration)") }
/// launch()
/// observation.cancel()
/// ```
public final class ResolutionObservation: Sendable {
    private let number = Numbers.next()
    private let change: @Sendable (ObserverList.Change) -> Void

    /// Adds an observer to a list that can be changed.
    init(
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void,
        _ change: @escaping @Sendable (ObserverList.Change) -> Void
    ) {
        self.change = change
        ProcessFlag.observers.set()
        change { ($0 ?? []) + [Observer(number: number, observe: observer)] }
    }

    /// Ends the observation. Events that are on their way may still come; calling it again has no effect.
    public func cancel() {
        change { observers in
            let left = observers?.filter { $0.number != number }
            return left?.isEmpty == true ? nil : left
        }
    }

    deinit { cancel() }
}

/// The function that an observation calls.
struct Observer: Sendable {
    let number: UInt64
    let observe: @Sendable (ResolutionEvent) -> Void
}

/// The observers of a container. Nil, and not empty, stands for none where each look-up asks.
typealias ObserverList = [Observer]

extension ObserverList {
    typealias Change = (ObserverList?) -> ObserverList?

    func notify(_ event: ResolutionEvent) {
        let thread = Resolution.ofThread
        // An observer may look up the service that it is being told of, without end.
        if thread.state.told.contains(event.registration.number) { return }
        thread.state.told.append(event.registration.number)
        defer { thread.state.told.removeLast() }
        for observer in self { observer.observe(event) }
    }
}

/// A resolution that is observed.
final class ObservedResolution: Sendable {
    private let registration: RegistrationInfo
    private let place: CodePlace
    private let observers: ObserverList
    /// When the creation began, after the observers had returned, how many creators ran on the thread, and the observers that
    /// were told.
    private let beginning = Protected<(seconds: Double, depth: Int, observers: ObserverList)?>(nil)

    /// Nil for registrations that are never told of.
    init?(_ entry: Entry, depth: Int, _ place: CodePlace, _ observers: ObserverList?) {
        if entry.registration.key.isOfAutomaticRegistrations { return nil }
        registration = RegistrationInfo(entry, depth: depth)
        self.place = place
        self.observers = observers ?? []
    }

    func notify(_ kind: ResolutionEvent.Kind, in table: StackTable, _ asyncCreation: AsyncCreation?) {
        let beginning = beginning.withLock { $0 }
        // The registration may have been removed since then.
        let observers = beginning?.observers ?? observers + table.observersOfOriginal(of: registration.registration)
        // A creator that would run within itself has not begun.
        if observers.isEmpty || kind == .creationFailed && beginning == nil { return }
        var event = ResolutionEvent(kind, registration, place, asyncCreation, depthOnThread: beginning?.depth)
        event.durationInSeconds = beginning.map { SystemClock.secondsNow - $0.seconds }
        observers.notify(event)
        guard kind == .creationBegan else { return }
        self.beginning.withLock { $0 = (SystemClock.secondsNow, event.depthOnThread, observers) }
    }
}
