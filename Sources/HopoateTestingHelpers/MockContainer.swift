public import Hopoate

/// Registers a mock of a service for as long as it lives.
///
/// ```swift
/// let analytics = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
/// FeedViewModel().reload()
/// #expect(analytics.mock.events == ["reload"])
/// ```
///
/// The mock is on top of the service's stack from `init` to `deinit`; then whatever was registered before answers again,
/// and the mock is released unless somebody else holds it. Mocks of one service may go in any order, on any thread.
///
/// In a test that never looks at the mock, hold the container with `withExtendedLifetime`, or in a property of the
/// suite: Swift may release a local variable after its last use.
public final class MockContainer<Service, Mock> {
    /// The mock, by its own type.
    public let mock: Mock

    private let container: DependencyContainer
    private let registration: ServiceRegistration<Service>

    /// Registers a mock.
    ///
    /// Traps when the mock is not a `Mock`, which can only happen when its static type is `Service` or another one.
    ///
    /// - Parameters:
    ///   - mock: What the service resolves to meanwhile.
    ///   - name: The name to register it by, or none.
    ///   - container: Where to register it. By default the container that is shared now.
    ///   - fileID: Where the mock is registered, for errors.
    ///   - line: Where the mock is registered, for errors.
    public init(
        _ mock: Service,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard let ownMock = mock as? Mock else {
            fatalError(
                """
                A MockContainer<\(Service.self), \(Mock.self)> was given a \(type(of: mock as Any)), which is no \
                \(Mock.self).
                To fix this, hand it a \(Mock.self), or name \(type(of: mock as Any)) as its second type.
                """,
                file: fileID,
                line: line
            )
        }
        self.mock = ownMock
        self.container = container
        registration = container.register(mock, for: Service.self, named: name, fileID: fileID, line: line)
    }

    deinit {
        container.remove(registration)
    }
}
