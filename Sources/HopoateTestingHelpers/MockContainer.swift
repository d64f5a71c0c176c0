public import Hopoate

/// Registers a mock of a service for as long as it lives.
///
/// ```swift
/// let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
/// FeedViewModel().reload()
/// #expect(analytics.mock.events == ["reload"])
/// ```
///
/// The mock is on top of the service's stack from `init` to `deinit`. Then the registration before it answers again, and the mock
/// is released unless another object holds it. Mocks of one service may be released in any order, on any thread.
///
/// A kept service whose creator looked the mock up, directly or through others, is released with the mock, the newest first. Its
/// `onRemove` is called, and the next look-up creates it anew. A kept service that was created before the mock holds the real
/// one: isolate the test, or reset that service's registration.
///
/// If a test does not use the mock itself, hold the container with `withExtendedLifetime`, or in a property of the suite: Swift may
/// release a local variable after its last use. <doc:Testing-recipes#Warnings> lists the warnings of Swift Testing.
public final class MockContainer<Service, Mock> {
    /// The mock, by its own type.
    public let mock: Mock

    private let container: DependencyContainer
    private let registration: ServiceRegistration<Service>
    private let registered: RegisteredMock
    /// Nil if nothing about the mock is reported.
    private let record: MockRecord?

    /// Registers a mock.
    ///
    /// Traps if the mock is no `Service`, and names all three types. A conformance that belongs to the main actor counts only on the
    /// main actor.
    ///
    /// - Parameters:
    ///   - mock: The instance that look-ups of the service get meanwhile.
    ///   - service: The service's type.
    ///   - name: The name to register it by, or none.
    ///   - container: Where to register it. By default the container that is shared now.
    ///   - fileID: Where the mock is registered, for errors.
    ///   - line: Where the mock is registered, for errors.
    public convenience init(
        _ mock: Mock,
        for service: Service.Type,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let instance = MockContainer.service(mock, CodePlace(fileID, line))
        self.init(instance, for: ServiceKey(service, named: name), container, CodePlace(fileID, line))
    }

    /// Registers a mock for a typed key.
    ///
    /// ```swift
    /// let articles = MockContainer(MockArticles(), for: \.articles)
    /// ```
    ///
    /// Traps if the mock is no `Service`, and names all three types.
    ///
    /// - Parameters:
    ///   - mock: The instance that look-ups of the key get meanwhile.
    ///   - path: The key.
    ///   - container: Where to register it. By default the container that is shared now.
    ///   - fileID: Where the mock is registered, for errors.
    ///   - line: Where the mock is registered, for errors.
    public convenience init(
        _ mock: Mock,
        for path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let instance = MockContainer.service(mock, CodePlace(fileID, line))
        self.init(instance, for: DependencyKey.key(path), container, CodePlace(fileID, line))
    }

    /// Registers a mock, as Hopoate 1.x does.
    ///
    /// ```swift
    /// let analytics = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
    /// ```
    ///
    /// A mock that is not a `Service` does not compile. Traps if the mock is not a `Mock`, and names all three types.
    ///
    /// - Parameters:
    ///   - mock: The instance that look-ups of the service get meanwhile.
    ///   - name: The name to register it by, or none.
    ///   - container: Where to register it. By default the container that is shared now.
    ///   - fileID: Where the mock is registered, for errors.
    ///   - line: Where the mock is registered, for errors.
    public convenience init(
        _ mock: Service,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(mock, for: ServiceKey(Service.self, named: name), container, CodePlace(fileID, line))
    }

    private init(_ mock: Service, for key: ServiceKey, _ container: DependencyContainer, _ place: CodePlace) {
        CopiesOfHopoate.check(place)
        self.mock = MockContainer.cast(mock, place, "name \(type(of: mock as Any)) as its second type")
        self.container = container
        (registration, registered) = container.registerMock(mock, for: key, place)
        record = MockRecord.isNeeded(in: container) ? MockRecord(mock, registration, registered, in: container) : nil
    }

    deinit {
        record?.end()
        container.remove(registration)
        registered.end()
    }

    private static func service(_ mock: Mock, _ place: CodePlace) -> Service {
        cast(mock, place, "make \(type(of: mock as Any)) conform to it")
    }

    /// Casts an instance, or traps and names all three types.
    private static func cast<Instance, Target>(_ instance: Instance, _ place: CodePlace, _ cure: String) -> Target {
        if let target = instance as? Target { return target }
        place.trap(
            """
            A MockContainer<\(Service.self), \(Mock.self)> was given a \(type(of: instance as Any)), which is no \
            \(Target.self).
            To fix this, hand it a \(Target.self), or \(cure).\(conformanceHint(for: instance, to: Target.self, cure: "create the MockContainer"))
            """
        )
    }

    /// How often the mock was resolved, by reading a property or by a `resolve` function. Resolutions in forks of the container do
    /// not count. Nor does changing a part of the mock, as in `container[\.client].fetch = { … }`. Resolutions of the changed mock
    /// do.
    ///
    /// ```swift
    /// #expect(analytics.resolutionCount == 1)
    /// ```
    public var resolutionCount: Int { registered.count }

    /// Names no service to register the mock for.
    @available(*, unavailable, message: "name the service, as in MockContainer(mock, for: (any Store).self)")
    public convenience init(_ mock: Service, named name: String? = nil, container: DependencyContainer = .shared)
    where Service == Mock { self.init(mock, for: Service.self, named: name, container: container) }

    /// Whether the mock was ever resolved.
    public var wasResolved: Bool { resolutionCount > 0 }
}

/// A hint for the error that an instance cannot be cast to a protocol: its conformance may belong to the main actor, and counts only
/// there. Code elsewhere cannot find that out.
func conformanceHint(for instance: Any, to target: Any.Type, cure: String) -> String {
    let isOfProtocol = DependencyError.metatype(of: target).hasPrefix("(any ")
    if !isOfProtocol || ActorIsolation.isCurrent(MainActor.shared) { return "" }
    let hint = "\nThe conformance of \(type(of: instance)) may belong to the main actor."
    return hint + " Then declare it as `nonisolated \(target)`, or \(cure) on the main actor."
}
