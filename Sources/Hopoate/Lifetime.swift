/// How long one created instance of a service serves.
///
/// | lifetime | created | kept |
/// |---|---|---|
/// | ``eager`` | when registered | by the registration |
/// | ``cached`` | when first resolved | by the registration |
/// | ``transient`` | at each resolution | not |
/// | ``weak`` | when none is alive | as long as somebody else holds it |
/// | ``graph`` | once per outermost resolution | until that returns |
/// | ``expiring(afterSeconds:)`` | when the last one has expired | until it expires |
/// | ``scoped(_:)`` | when the scope has none | until the scope is reset |
/// | ``perContainer`` | when a container first resolves it | by each container that resolves it |
///
/// A kept instance belongs to its registration: it is released when the registration is removed, and it is still there when a
/// newer registration of the same service has come and gone. A creator that throws keeps nothing: the next resolution runs it again.
/// Creators run on the thread that resolves, and threads that ask for an instance that is being created wait for it.
///
/// ```swift
/// container.register(Session.self, lifetime: .transient) { Session() }
/// ```
public struct Lifetime: Sendable, Hashable, CustomStringConvertible {
    enum Kind {
        case eager, cached, transient, weak, graph, expiring, scoped, perContainer
        /// As long as the decorated instance serves.
        case decorator
    }

    /// How long an instance of an expiring service serves.
    private(set) var seconds = 0.0
    private(set) var scope: DependencyScope?
    let kind: Kind

    /// Created at once, by the thread that registers, and kept by the registration.
    ///
    /// If the creator throws, the registration stands, and the next resolution runs the creator again. A creator that belongs to
    /// an actor runs at once if that actor registers it. Otherwise it runs when the service is first resolved on its actor. A
    /// creator that looks up its own service finds the one below its registration.
    ///
    /// ```swift
    /// container.register(Settings.self, lifetime: .eager) { try Settings.load() }
    /// ```
    public static var eager: Lifetime { Lifetime(kind: .eager) }

    /// Created once, by the first thread that resolves it, and kept by the registration.
    ///
    /// ```swift
    /// container.register((any Store).self, lifetime: .cached) { DiskStore() }
    /// ```
    public static var cached: Lifetime { Lifetime(kind: .cached) }

    /// Created anew at each resolution, by the thread that resolves, and not kept by the registration.
    ///
    /// A ``Dependency`` property keeps the instance that it got for as long as the registration it came from answers.
    public static var transient: Lifetime { Lifetime(kind: .transient) }

    /// Created when no earlier instance is alive, and kept alive by the objects that use it, not by the registration.
    ///
    /// For objects only: registering a value type with this lifetime traps, and a creator that returns a value as a
    /// protocol is an error when the service is resolved. Only the caller holds a new instance, so store
    /// it; a ``Dependency`` property does. After ``DependencyContainer/reset(_:)``, the next look-up makes a new instance,
    /// though an old one may still be held.
    ///
    /// ```swift
    /// container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
    /// ```
    public static var weak: Lifetime { Lifetime(kind: .weak) }

    /// Created once for everything that one outermost resolution makes, on the thread that resolves, and let go when
    /// that returns.
    ///
    /// An outermost resolution is one that no creator asked for. Objects that it makes share the instance through their
    /// ``Dependency`` properties too, those of an object also when they read them later; a property keeps it like a ``transient``
    /// one. Register it before such objects are made.
    ///
    /// ```swift
    /// container.register(Transaction.self, lifetime: .graph) { Transaction() }
    /// container.register(Checkout.self, lifetime: .transient) {
    ///     Checkout(cart: resolve(Cart.self), payment: resolve(Payment.self))  // both with one Transaction
    /// }
    /// ```
    public static var graph: Lifetime { Lifetime(kind: .graph) }

    /// Created when the last instance has expired, and kept by the registration until it expires.
    ///
    /// An instance expires when this many seconds have passed since it was created. The time is that of a clock which
    /// also runs while the system sleeps and which nobody sets, or of the registered ``ExpirationClock``. It is looked at
    /// when the service is resolved: an expired instance is released by the next resolution.
    ///
    /// ```swift
    /// container.register(Weather.self, lifetime: .expiring(afterSeconds: 600)) { try Weather.load() }
    /// ```
    ///
    /// - Parameter seconds: A number of seconds, not negative. Registering with another one traps.
    /// - Returns: The lifetime.
    public static func expiring(afterSeconds seconds: Double) -> Lifetime {
        Lifetime(seconds: seconds, kind: .expiring)
    }

    /// Created when the scope has none, and kept by the registration until the scope is reset.
    ///
    /// ```swift
    /// let session = DependencyScope()
    /// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    /// session.reset()  // at logout
    /// ```
    ///
    /// - Parameter scope: The scope whose reset releases the instances.
    /// - Returns: The lifetime.
    public static func scoped(_ scope: DependencyScope) -> Lifetime { Lifetime(scope: scope, kind: .scoped) }

    /// Created once for each container that resolves it, from that container's services, and kept by that container.
    ///
    /// The container is the one that is asked: the one that the service is registered in, or a child of it. A child lets go
    /// of its instance when it is reset or released. If the registration is removed or reset before, no look-up finds the
    /// instance any more.
    ///
    /// ```swift
    /// app.register(RequestLog.self, lifetime: .perContainer) { RequestLog(id: resolve(RequestID.self)) }
    /// app.withChild { request in
    ///     request.register(RequestID(), for: RequestID.self)
    ///     let log = request.resolve(RequestLog.self)  // this request's
    ///     log.write("served")
    /// }
    /// ```
    public static var perContainer: Lifetime { Lifetime(kind: .perContainer) }

    /// The name of the lifetime: `eager`, `cached`, `expiring after 60.0 s`.
    public var description: String { kind == .expiring ? "expiring after \(seconds) s" : "\(kind)" }

    /// Whether two lifetimes are the same, in the same scope or with the same number of seconds.
    public static func == (left: Lifetime, right: Lifetime) -> Bool {
        left.kind == right.kind && left.seconds == right.seconds && left.scope === right.scope
    }

    /// Feeds the parts that `==` compares into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(seconds)
        hasher.combine(scope.map(ObjectIdentifier.init))
    }

    static var decorator: Lifetime { Lifetime(kind: .decorator) }

    /// Whether instances are kept for others than their users.
    package var keepsInstances: Bool {
        switch kind {
        case .eager, .cached, .expiring, .scoped, .perContainer: true
        case .transient, .weak, .graph, .decorator: false
        }
    }
}
