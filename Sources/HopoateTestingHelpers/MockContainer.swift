public import Hopoate

/// Registers a mock of a service until the `MockContainer` is released.
///
/// ```swift
/// let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
/// FeedViewModel().reload()
/// #expect(analytics.mock.events == ["reload"])
/// ```
///
/// Resolutions get the mock until the `MockContainer` is released. Then they get the service that was registered before. Cached
/// services that were created from the mock, directly or through others, are released with it.
///
/// Store the `MockContainer` in a property of the suite: Swift may release a local constant after its last use, unless you call
/// `withExtendedLifetime`. A cached service that was created before the mock keeps the real service: isolate the test, or reset the
/// registration of that service. See <doc:Testing-recipes#When-a-mock-is-removed>.
public final class MockContainer<Service, Mock> {
    /// The mock, with its own type.
    ///
    /// ```swift
    /// #expect(analytics.mock.events == ["reload"])
    /// ```
    public let mock: Mock

    private let container: DependencyContainer
    private let registration: ServiceRegistration<Service>
    private let registered: RegisteredMock

    /// Registers a mock.
    ///
    /// ```swift
    /// let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
    /// ```
    ///
    /// Traps if the mock does not conform to the service. A conformance that is isolated to the main actor only counts on the
    /// main actor.
    ///
    /// - Parameters:
    ///   - mock: The instance to return for the service.
    ///   - service: The service's type.
    ///   - name: The name under which to register the mock, or none.
    ///   - container: The container in which to register it. By default the container that is shared now.
    ///   - fileID: The file that registers the mock, for errors.
    ///   - line: The line that registers the mock, for errors.
    public convenience init(
        _ mock: Mock,
        for service: Service.Type,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt? = #line
    ) {
        // The line is optional so that this is no less specialized than the initializer for the service's own type. The compiler then
        // takes the one whose `Mock` is the narrower type: the mock's own for an object, the service's for a closure.
        let place = CodePlace(fileID, line ?? 0)
        self.init(MockContainer.service(mock, place), for: ServiceKey(service, named: name), container, place)
    }

    /// Registers a mock that has the service's own type, such as a closure or a value.
    ///
    /// ```swift
    /// let dice = MockContainer({ 6 }, for: (@Sendable () -> Int).self)
    /// ```
    ///
    /// - Parameters:
    ///   - mock: The instance to return for the service.
    ///   - service: The service's type.
    ///   - name: The name under which to register the mock, or none.
    ///   - container: The container in which to register it. By default the container that is shared now.
    ///   - fileID: The file that registers the mock, for errors.
    ///   - line: The line that registers the mock, for errors.
    public convenience init(
        _ mock: Mock,
        for service: Service.Type,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Mock == Service {
        self.init(mock, for: ServiceKey(service, named: name), container, CodePlace(fileID, line))
    }

    /// Registers a mock of a service that takes an argument. The mock answers every argument.
    ///
    /// ```swift
    /// let player = MockContainer(MockPlayer(), for: (any Player).self, taking: Song.self)
    /// let found = resolve((any Player).self, with: Song())  // the mock
    /// ```
    ///
    /// Traps if the mock does not conform to the service.
    ///
    /// - Parameters:
    ///   - mock: The instance to return for the service.
    ///   - service: The service's type.
    ///   - argument: The type after `taking:` in the service's registration.
    ///   - name: The name under which to register the mock, or none.
    ///   - container: The container in which to register it. By default the container that is shared now.
    ///   - fileID: The file that registers the mock, for errors.
    ///   - line: The line that registers the mock, for errors.
    public convenience init<Argument>(
        _ mock: Mock,
        for service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let (key, place) = (ServiceKey(service, taking: argument, named: name), CodePlace(fileID, line))
        self.init(MockContainer.service(mock, place), for: key, container, place)
    }

    /// Registers a mock for a typed key.
    ///
    /// ```swift
    /// let articles = MockContainer(MockArticles(), for: \.articles)
    /// ```
    ///
    /// Traps if the mock does not conform to the service. Write the type of a closure: `let dice: @Sendable () -> Int = { 6 }`.
    ///
    /// - Parameters:
    ///   - mock: The instance to return for the key.
    ///   - path: The key.
    ///   - container: The container in which to register it. By default the container that is shared now.
    ///   - fileID: The file that registers the mock, for errors.
    ///   - line: The line that registers the mock, for errors.
    public convenience init(
        _ mock: Mock,
        for path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let place = CodePlace(fileID, line)
        self.init(MockContainer.service(mock, place), for: DependencyKey.key(path), container, place)
    }

    /// Registers a mock, in the form of Hopoate 1.x.
    ///
    /// ```swift
    /// let mock = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
    /// ```
    ///
    /// The compiler rejects a mock that does not conform to the service. Traps if the mock does not have the second type.
    ///
    /// - Parameters:
    ///   - mock: The instance to return for the service.
    ///   - name: The name under which to register the mock, or none.
    ///   - container: The container in which to register it. By default the container that is shared now.
    ///   - fileID: The file that registers the mock, for errors.
    ///   - line: The line that registers the mock, for errors.
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
        self.mock = MockContainer.cast(mock, place, ", or name \(type(of: mock as Any)) as its second type")
        self.container = container
        (registration, registered) = container.registerMock(mock, for: key, place)
    }

    deinit {
        container.remove(registration)
        registered.end()
    }

    private static func service(_ mock: Mock, _ place: CodePlace) -> Service {
        // Only a protocol may be conformed to. A closure would not have the type even if it did the same.
        cast(mock, place, isProtocol(Service.self) ? ", or make \(type(of: mock as Any)) conform to it" : "")
    }

    /// Casts an instance, or traps and names all three types.
    private static func cast<Instance, Target>(_ instance: Instance, _ place: CodePlace, _ cure: String) -> Target {
        if let target = instance as? Target { return target }
        place.trap(
            """
            A MockContainer<\(Service.self), \(Mock.self)> was given a \(type(of: instance as Any)), which is not a \
            \(Target.self).
            To fix this, pass a \(Target.self)\(cure).\(conformanceHint(for: instance, to: Target.self, cure: "create the MockContainer"))
            """
        )
    }

    /// How often the mock was resolved, by reading a property or by a `resolve` function.
    ///
    /// ```swift
    /// #expect(analytics.resolutionCount == 1)
    /// ```
    ///
    /// Resolutions in children and forks of the container count, too. If you change a part of the mock, as in
    /// `container[\.client].fetch = { … }`, the change does not count, and resolutions of the changed mock do.
    public var resolutionCount: Int { registered.count }

    /// Does not name the service of the mock.
    @available(*, unavailable, message: "name the service, as in MockContainer(mock, for: (any Store).self)")
    public convenience init(_ mock: Service, named name: String? = nil, container: DependencyContainer = .shared)
    where Service == Mock { self.init(mock, for: Service.self, named: name, container: container) }

    /// Whether the mock was ever resolved.
    ///
    /// ```swift
    /// #expect(mock.wasResolved)
    /// ```
    public var wasResolved: Bool { resolutionCount > 0 }
}

/// A hint for the error that an instance cannot be cast to a protocol: its conformance may belong to the main actor, and counts
/// only there. Code elsewhere cannot find that out.
func conformanceHint(for instance: Any, to target: Any.Type, cure: String) -> String {
    if !isProtocol(target) || ActorIsolation.isCurrent(MainActor.shared) { return "" }
    let hint = "\nThe conformance of \(type(of: instance)) may be isolated to the main actor."
    let place = "on the main actor, in a trait `{ @MainActor in … }`."
    return hint + " If so, declare it as `nonisolated \(target)`, or \(cure) \(place)"
}

func isProtocol(_ type: Any.Type) -> Bool { DependencyError.metatype(of: type).hasPrefix("(any ") }
