/// Something that happened in a container that is observed: see ``DependencyContainer/observe(_:)``.
public struct ResolutionEvent: Sendable {
    /// What happened.
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

    /// What happened.
    public let kind: Kind
    /// The registration that answers, or that was pushed.
    public let registration: RegistrationInfo
    /// How long the creator ran, in seconds, when a creation ended or failed; otherwise nil.
    ///
    /// It includes what the creator resolved, what it waited for, and what observers did meanwhile.
    public internal(set) var durationInSeconds: Double?

    package let place: CodePlace
    /// Tells the current thread from others.
    let thread: UInt
    /// The creations that are running, the innermost first: the one that this tells of, and those around it.
    private let running: [RunningCreation]

    /// What is created is told by `asyncCreation`, when its creator is asynchronous.
    init(
        _ kind: Kind,
        _ registration: AnyServiceRegistration,
        _ place: CodePlace,
        _ asyncCreation: AsyncCreationMark? = nil,
        durationInSeconds: Double? = nil
    ) {
        self.kind = kind
        self.registration = RegistrationInfo(registration, depth: 0)
        self.place = place
        self.durationInSeconds = durationInSeconds
        let current = ResolvingThread.current
        thread = UInt(bitPattern: current)
        running = asyncCreation?.runningCreations ?? current.runningCreations
    }

    private var isOfCreation: Bool {
        switch kind {
        case .creationBegan, .creationEnded, .creationFailed: true
        case .registered, .hit: false
        }
    }

    /// The creation that this tells of, if any.
    var creation: RunningCreation? { isOfCreation ? running.first : nil }

    /// The creations within which it happened, the innermost first.
    var around: ArraySlice<RunningCreation> { running.dropFirst(isOfCreation ? 1 : 0) }

    /// How many creators were running around this, on the same thread or for the same task.
    public var depth: Int { around.count }

    /// The file in which the service was asked for or registered, as `Module/File.swift`.
    public var fileID: String { place.fileID.description }

    /// The line on which the service was asked for or registered.
    public var line: UInt { place.line }
}

/// An observer at work: see ``DependencyContainer/observe(_:)``.
///
/// It ends when it is cancelled or released.
public final class ResolutionObservation: Sendable {
    private let end: @Sendable (UInt64) -> Void
    private let number: UInt64

    init(number: UInt64, end: @escaping @Sendable (UInt64) -> Void) {
        self.number = number
        self.end = end
    }

    /// Ends the observation. Events that are on their way may still come; calling it again has no effect.
    public func cancel() { end(number) }

    deinit { cancel() }
}

/// The observers of a container or of a registration, which never change: another list takes their place.
final class ObserverList: Sendable {
    typealias Observer = @Sendable (ResolutionEvent) -> Void

    private let observers: [(number: UInt64, observer: Observer)]

    private init(_ observers: [(number: UInt64, observer: Observer)]) { self.observers = observers }

    static func adding(_ observer: @escaping Observer, _ number: UInt64, to list: ObserverList?) -> ObserverList {
        ObserverList((list?.observers ?? []) + [(number, observer)])
    }

    /// Nil when none is left.
    func removing(_ number: UInt64) -> ObserverList? {
        let left = observers.filter { $0.number != number }
        return left.isEmpty ? nil : ObserverList(left)
    }

    func notify(_ event: ResolutionEvent) {
        for (_, observer) in observers { observer(event) }
    }
}

/// A resolution that somebody observes. An object, so that resolutions that nobody observes have little to carry.
///
/// It is used by one thread, or one task, at a time.
final class ObservedResolution {
    private let registration: AnyServiceRegistration
    private let place: CodePlace
    private let lists: [ObserverList]
    /// When the creation began: after the observers had returned.
    private var beginning: Double?

    init(_ registration: AnyServiceRegistration, _ place: CodePlace, _ lists: [ObserverList]) {
        self.registration = registration
        self.place = place
        self.lists = lists
    }

    @inline(never)
    func notify(_ kind: ResolutionEvent.Kind, _ asyncCreation: AsyncCreationMark? = nil) {
        let duration = beginning.map { SystemClock.secondsNow - $0 }
        let event = ResolutionEvent(kind, registration, place, asyncCreation, durationInSeconds: duration)
        for list in lists { list.notify(event) }
        if kind == .creationBegan { beginning = SystemClock.secondsNow }
    }
}
