#if canImport(Testing)
public import Hopoate
public import Testing

/// A trait that gives each test a container of its own as `DependencyContainer.shared`.
///
/// Each argument of a parameterized test gets its own container, too.
///
/// ```swift
/// @Suite(.isolatedDependencies)
/// struct FeedTests {
///     @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
///     func reloading() { FeedViewModel().reload() }
/// }
/// ```
///
/// The traits of a test and of its suites share one container, which combines their options. Their closures run in the order of the
/// traits, beginning with the suite's. When the test ends, the container cancels and awaits its own creations in progress, removes
/// everything, awaits the clean-ups, and is closed. If one of these takes longer than ten seconds, its name and line are printed on
/// standard error: see <doc:Testing-recipes#The-end-of-a-test>.
///
/// If you write a trait, it can use this one by calling ``provideScope(for:testCase:performing:)``: see <doc:Testing-recipes>.
public struct IsolatedDependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate var options: IsolationOptions = []
    fileprivate var setUp: (@Sendable (DependencyContainer) async throws -> Void)?
    /// The isolated test that the current task runs, and whether the container is a case's.
    private static let isolatedTest = TaskLocal<(id: Test.ID, isCase: Bool)?>(wrappedValue: nil)

    /// True: the trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with its own container.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test with one of its arguments.
    ///   - function: The rest of the test.
    /// - Throws: The error of the test, or of a closure that sets up the container.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let isolated = Self.isolatedTest.get().flatMap { $0.id == test.id ? $0 : nil }
        // A case does not share the container of the whole test, and registers mocks of its own.
        let isIsolated = isolated.map { $0.isCase || testCase == nil } ?? false
        if isIsolated, let isolation = Isolation.current.get(), isolation.options.isSuperset(of: options) {
            try await setUp?(isolation.container)
            return try await function()
        }
        if !isIsolated, isolated != nil { Isolation.current.get()?.verification?.forget() }
        // The outermost trait of a case creates the container for all of them. A trait that a user's one calls may add options.
        let others = isIsolated || testCase == nil ? [] : test.traits.compactMap { $0 as? IsolatedDependenciesTrait }
        let combined = others.reduce(isIsolated ? options.union(.forked) : options) { $0.union($1.options) }
        let isolation = Isolation(combined, of: test.name)
        try await Self.isolatedTest.withValue((test.id, testCase != nil || isolated?.isCase == true)) {
            try await isolation.run {
                try await setUp?(isolation.container)
                try await function()
            }
        }
    }
}

extension Trait where Self == IsolatedDependenciesTrait {
    /// Gives each test, and each argument of a parameterized test, an empty container.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies) struct FeedTests {}
    /// ```
    public static var isolatedDependencies: Self { Self() }

    /// Gives each test, and each argument of a parameterized test, a container of its own.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies([.strict, .verifyingMocks]))
    /// struct FeedTests {}
    /// ```
    ///
    /// - Parameter options: What the container starts with, and which mistakes to report.
    /// - Returns: The trait.
    public static func isolatedDependencies(_ options: IsolationOptions) -> Self { Self(options: options) }

    /// Gives each test, and each argument of a parameterized test, a container of its own, and registers services in it.
    ///
    /// ```swift
    /// @Test(
    ///     .dependencies { container in
    ///         container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
    ///     }
    /// )
    /// func reloading() { FeedViewModel().reload() }
    /// ```
    ///
    /// The closure runs on no actor, also in a module whose default isolation is the main actor. There, write the actor:
    /// `.dependencies { @MainActor in $0.registerServices() }`. If the function is declared in another module, the compiler (6.3.1)
    /// does not report the missing actor, and crashes if an argument has a default value of the main actor.
    ///
    /// - Parameter setUp: Runs before each test, or before each of its arguments, with the container, which is also the shared
    ///   one.
    /// - Returns: The trait.
    public static func dependencies(
        _ setUp: @escaping @Sendable @isolated(any) (DependencyContainer) async throws -> Void
    ) -> Self {
        Self(setUp: setUp)
    }

    /// Named ``dependencies(_:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "dependencies(_:)")
    public static func dependency(_ setUp: (DependencyContainer) async throws -> Void) -> Self { fatalError() }

    /// Gives each test, and each argument of a parameterized test, a container with a mock.
    ///
    /// ```swift
    /// @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    /// func reloading() throws {
    ///     FeedViewModel().reload()
    ///     let analytics: MockAnalytics = try mock(of: (any AnalyticsProviding).self)
    ///     #expect(analytics.events == ["reload"])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name under which to register the mock, or none.
    ///   - fileID: The file that registers the mock, for reports.
    ///   - line: The line that registers the mock, for reports.
    ///   - make: Creates a mock for each test and each argument. It may be isolated to an actor: `{ @MainActor in … }`.
    /// - Returns: The trait.
    public static func mock<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> Self {
        let (make, key) = (unchecked(make), ServiceKey(service, named: name))
        return Self { _ = $0.registerMock(try await make(), for: key, CodePlace(fileID, line)) }
    }

    /// Gives each test, and each argument of a parameterized test, a container with a mock for a typed key.
    ///
    /// ```swift
    /// @Test(.mock(\.articles) { MockArticles() })
    /// func anEmptyFeed() throws {
    ///     let articles: MockArticles = try mock(of: \.articles)
    ///     #expect(articles.titles.isEmpty)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: The file that registers the mock, for reports.
    ///   - line: The line that registers the mock, for reports.
    ///   - make: Creates a mock for each test and each argument. It may be isolated to an actor: `{ @MainActor in … }`.
    /// - Returns: The trait.
    public static func mock<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> Self {
        let (make, key) = (unchecked(make), DependencyKey.key(path))
        return Self { _ = $0.registerMock(try await make(), for: key, CodePlace(fileID, line)) }
    }
}
#endif
