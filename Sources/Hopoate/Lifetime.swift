/// How long one created instance of a service serves.
///
/// | lifetime | created | kept |
/// |---|---|---|
/// | ``eager`` | when registered | by the registration |
/// | ``cached`` | when first resolved | by the registration |
/// | ``transient`` | at each resolution | not |
///
/// A kept instance belongs to its registration: it goes when the registration is removed, and it is still there when a
/// newer registration of the same service has come and gone.
///
/// ```swift
/// container.register(service: Session.self, lifetime: .transient) { Session() }
/// ```
public struct Lifetime: Sendable, Hashable, CustomStringConvertible {
    enum Kind {
        case eager, cached, transient
    }

    let kind: Kind

    /// Created at once, by the thread that registers, and kept by the registration.
    ///
    /// A creator that throws keeps nothing: the registration stands, and the next resolution runs the creator again.
    public static let eager = Lifetime(kind: .eager)

    /// Created once, by the first thread that resolves it, and kept by the registration.
    ///
    /// Threads that ask meanwhile wait for it. A creator that throws keeps nothing: the next resolution runs it again.
    public static let cached = Lifetime(kind: .cached)

    /// Created anew at each resolution, by the thread that resolves, and not kept by the registration.
    ///
    /// A ``Dependency`` property keeps the instance that it got for as long as the registration it came from answers.
    public static let transient = Lifetime(kind: .transient)

    /// The name of the lifetime: `eager`, `cached`, `transient`.
    public var description: String { "\(kind)" }

    var keepsInstance: Bool { kind != .transient }
}
