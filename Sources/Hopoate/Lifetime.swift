/// When a creator runs, and how long its instance is kept.
///
/// | lifetime | the creator runs | the instance is kept |
/// |---|---|---|
/// | ``eager`` | when you register it | by the registration |
/// | ``cached`` | when the service is first resolved | by the registration |
/// | ``transient`` | at each resolution | by its users only |
/// | ``weak`` | when no instance is alive | by its users only |
/// | ``graph`` | once for a resolution and all resolutions that its creators make | until that resolution returns |
/// | ``scoped(_:)`` | when the service is first resolved, and again after a reset | by the registration, until the scope is reset |
/// | ``perContainer`` | when a container first resolves the service | by each container that resolves it |
///
/// <doc:Lifetimes-and-defaults> helps you choose one.
///
/// ```swift
/// container.register(Session.self, lifetime: .transient) { Session() }
/// ```
public struct Lifetime: Sendable, Hashable, CustomStringConvertible {
    enum Kind {
        case eager, cached, transient, weak, graph, scoped, perContainer
        /// As long as the decorated instance is kept.
        case decorator
    }

    private(set) var scope: DependencyScope?
    let kind: Kind

    /// An instance that is created when you register its creator, and that the registration keeps.
    ///
    /// The creator runs on the thread that registers. If it throws, the registration stays, and the next resolution runs it again. A
    /// `@MainActor` creator runs immediately only if you register it on the main actor. Otherwise, and for any other actor, it
    /// runs when the service is first resolved there. A creator that resolves its own service gets the older registration below.
    ///
    /// ```swift
    /// container.register(Settings.self, lifetime: .eager) { try Settings.load() }
    /// ```
    public static var eager: Lifetime { Lifetime(kind: .eager) }

    /// An instance that is created when the service is first resolved, and that the registration keeps.
    ///
    /// The creator runs once, on the thread that resolves first. Other threads that resolve the service meanwhile wait for it.
    ///
    /// ```swift
    /// container.register((any Store).self, lifetime: .cached) { DiskStore() }
    /// ```
    public static var cached: Lifetime { Lifetime(kind: .cached) }

    /// A new instance at each resolution, which the registration does not keep.
    ///
    /// The creator runs on the thread that resolves. A ``Dependency`` property keeps its first instance until the
    /// registration is overridden or removed. To create an instance at each use, store a ``Provider``.
    ///
    /// ```swift
    /// container.register(Session.self, lifetime: .transient) { Session() }
    /// ```
    public static var transient: Lifetime { Lifetime(kind: .transient) }

    /// An instance that is shared by all its users, and released with the last of them.
    ///
    /// The creator runs when no instance is alive. Store the instance, as a ``Dependency`` property does, because the registration
    /// does not keep it. The service has to be a class: registering a value type traps, and a resolution fails if the creator of a
    /// protocol's service returns a value. After ``DependencyContainer/reset(_:)``, the next resolution creates a new instance, even
    /// if an old one is alive.
    ///
    /// ```swift
    /// container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
    /// ```
    public static var weak: Lifetime { Lifetime(kind: .weak) }

    /// An instance for one outermost resolution, shared by all objects that this resolution creates.
    ///
    /// Your code begins an outermost resolution outside all creators. Its creators may resolve further services. All of them get
    /// the same instance, for which the creator runs once, on the thread that resolves. When the outermost resolution returns, the
    /// library releases the instance, and only the objects that store it keep it alive. ``Dependency`` properties of the new
    /// objects get this instance too, even if you read them later. Register the service before such objects are created.
    ///
    /// ```swift
    /// container.register(Transaction.self, lifetime: .graph) { Transaction() }
    /// container.register(Checkout.self, lifetime: .transient) {
    ///     // Both get the same Transaction.
    ///     Checkout(cart: resolve(Cart.self), payment: resolve(Payment.self))
    /// }
    /// ```
    public static var graph: Lifetime { Lifetime(kind: .graph) }

    /// Keeps an instance until a scope is reset.
    ///
    /// After the reset, the next resolution creates a new instance.
    ///
    /// ```swift
    /// let session = DependencyScope()
    /// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    /// session.reset()  // at logout
    /// ```
    ///
    /// - Parameter scope: The scope whose reset releases the instance.
    /// - Returns: The lifetime.
    public static func scoped(_ scope: DependencyScope) -> Lifetime { Lifetime(scope: scope, kind: .scoped) }

    /// An instance for each container that resolves the service, kept by that container.
    ///
    /// Register the service in a parent, and resolve it in the children. The creator runs once in each child, and finds the child's
    /// services. A child releases its instance when the child ends or is released, before everything older in the child. If you
    /// remove or reset the registration before, resolutions no longer find the instance.
    ///
    /// ```swift
    /// app.register(RequestLog.self, lifetime: .perContainer) {
    ///     RequestLog(id: resolve(RequestID.self))
    /// }
    /// app.withChild { request in
    ///     request.register(RequestID(), for: RequestID.self)
    ///     let log = request.resolve(RequestLog.self)  // this request's
    ///     log.write("served")
    /// }
    /// ```
    public static var perContainer: Lifetime { Lifetime(kind: .perContainer) }

    /// The name of the lifetime: `eager`, `cached`, `perContainer`.
    public var description: String { "\(kind)" }

    /// Whether two lifetimes are the same and have the same scope, if any.
    public static func == (left: Lifetime, right: Lifetime) -> Bool {
        left.kind == right.kind && left.scope === right.scope
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(scope.map(ObjectIdentifier.init))
    }

    static var decorator: Lifetime { Lifetime(kind: .decorator) }

    /// Whether a registration or container keeps the instances.
    package var keepsInstances: Bool {
        switch kind {
        case .eager, .cached, .scoped, .perContainer: true
        case .transient, .weak, .graph, .decorator: false
        }
    }
}
