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
    /// How many creators were running around this on the same thread.
    public let depth: Int

    package let place: CodePlace

    init(_ kind: Kind, _ registration: AnyServiceRegistration, _ place: CodePlace, depth: Int) {
        self.kind = kind
        self.registration = RegistrationInfo(registration, depth: 0)
        self.place = place
        self.depth = depth
    }

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

/// A resolution that somebody observes.
struct ObservedResolution {
    let registration: AnyServiceRegistration
    let place: CodePlace
    let lists: [ObserverList]

    func notify(_ kind: ResolutionEvent.Kind, depth: Int) {
        let event = ResolutionEvent(kind, registration, place, depth: depth)
        for list in lists { list.notify(event) }
    }
}
