/// How long an instance of a service is kept.
///
/// | lifetime | created | kept |
/// |---|---|---|
/// | ``eager`` | when registered | by the registration |
/// | ``cached`` | when first resolved | by the registration |
/// | ``transient`` | at each resolution | not |
/// | ``weak`` | when none is alive | as long as another object holds it |
/// | ``graph`` | once per outermost resolution | until that returns |
/// | ``expiring(afterSeconds:)`` | when the last one has expired | until it expires |
/// | ``scoped(_:)`` | when the scope has none | until the scope is reset |
/// | ``perContainer`` | when a container first resolves it | by each container that resolves it |
///
/// A registration keeps its instance until it is removed, even while a newer registration of the same service answers. If a creator
/// throws, nothing is kept: the next resolution runs it again. Creators run on the thread that resolves, and threads that look up an
/// instance which is being created wait for it.
///
/// ```swift
/// container.register(Session.self, lifetime: .transient) { Session() }
/// ```
public struct Lifetime: Sendable, Hashable, CustomStringConvertible {
    enum Kind {
        case eager, cached, transient, weak, graph, expiring, scoped, perContainer
        /// As long as the decorated instance is kept.
        case decorator
    }

    /// How long an instance of an expiring service is kept.
    private(set) var seconds = 0.0
    private(set) var scope: DependencyScope?
    let kind: Kind

    /// Created at once, by the thread that registers, and kept by the registration.
    ///
    /// If the creator throws, the registration stays, and the next resolution runs the creator again. A creator that belongs to an
    /// actor runs at once if that actor registers it. Otherwise it runs when the service is first resolved on its actor. A creator
    /// that looks up its own service finds the registration below.
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
    /// A ``Dependency`` property keeps the instance that it got until another registration answers.
    public static var transient: Lifetime { Lifetime(kind: .transient) }

    /// Created when no earlier instance is alive, and kept alive by the objects that use it, not by the registration.
    ///
    /// For objects only: registering a value type with this lifetime traps. If a creator of a protocol's service returns a value,
    /// resolving is an error. Only the caller holds a new instance, so store it, as a ``Dependency`` property does. After
    /// ``DependencyContainer/reset(_:)``, the next look-up creates a new instance, even if other objects hold an old one.
    ///
    /// ```swift
    /// container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
    /// ```
    public static var weak: Lifetime { Lifetime(kind: .weak) }

    /// Created once within an outermost resolution, on the thread that resolves, and released when that returns.
    ///
    /// An outermost resolution is one that no creator makes. The ``Dependency`` properties of the objects that it creates share the
    /// instance too, even if they are read later. A property keeps it like a ``transient`` one. Register the service before such
    /// objects are created.
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
    /// An instance expires when this many seconds have passed since it was created. The clock is monotonic, and also runs while the
    /// system sleeps, unless an ``ExpirationClock`` is registered. Resolving reads it: the next resolution releases an expired
    /// instance.
    ///
    /// ```swift
    /// container.register(Weather.self, lifetime: .expiring(afterSeconds: 600)) { try Weather.load() }
    /// ```
    ///
    /// - Parameter seconds: A number of seconds. If it is negative, registering traps.
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
    /// The service may be registered in that container or in a parent. A child releases its instance when it is reset or released.
    /// If the registration is removed or reset before, no look-up finds the instance any more.
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

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(seconds)
        hasher.combine(scope.map(ObjectIdentifier.init))
    }

    static var decorator: Lifetime { Lifetime(kind: .decorator) }

    /// Whether a registration or container keeps the instances.
    package var keepsInstances: Bool {
        switch kind {
        case .eager, .cached, .expiring, .scoped, .perContainer: true
        case .transient, .weak, .graph, .decorator: false
        }
    }
}
