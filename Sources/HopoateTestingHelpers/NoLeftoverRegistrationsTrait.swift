#if canImport(Testing)
import Hopoate
public import Testing

/// A trait that reports the registrations that a test leaves in the process-wide container.
///
/// ```swift
/// @Suite(.noLeftoverRegistrations)
/// struct FeedTests {}
/// ```
///
/// Each report is at the line that registered the service. A test owns the registrations of its task, of child tasks, and of work
/// that `carryingDependencies` wraps. If no test owns a registration, for example that of a detached task, it is reported once,
/// with the names of all tests with this trait that were running.
public struct NoLeftoverRegistrationsTrait: TestTrait, SuiteTrait, TestScoping {
    /// The watched test that the current task runs.
    private static let watchedTest = TaskLocal<Test.ID?>(wrappedValue: nil)

    /// True: the trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test and reports the registrations that it leaves.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test with one of its arguments.
    ///   - function: The rest of the test.
    /// - Throws: The test's error.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // A test may have the trait twice, for example from its suite too.
        if Self.watchedTest.get() == test.id { return try await function() }
        let watch = LeftoverWatch(test.name)
        defer { watch.end() }
        try await Self.watchedTest.withValue(test.id) {
            try await TestWork.current.withValue(watch.work, operation: function)
        }
    }
}

extension Trait where Self == NoLeftoverRegistrationsTrait {
    /// Reports the registrations that a test leaves in the process-wide container.
    ///
    /// ```swift
    /// @Test(.noLeftoverRegistrations) func reloading() { FeedViewModel().reload() }
    /// ```
    public static var noLeftoverRegistrations: Self { Self() }
}

/// Observes the registrations that are made in the process-wide container while a test runs.
final class LeftoverWatch: Sendable {
    /// The registrations that no test has made, by number.
    private static let strays = Strays<UInt64>()

    let work = TestWork()
    private let watcher: UInt64
    private let observation: ResolutionObservation
    private let own = Protected<Set<UInt64>>([])

    /// - Parameter test: The name of the test.
    init(_ test: String) {
        watcher = LeftoverWatch.strays.begin(test)
        observation = DependencyContainer.processWide.observe { [work, watcher, own] event in
            guard event.kind == .registered else { return }
            let registration = event.registration.number
            if TestWork.current.get() === work {
                own.withLock { _ = $0.insert(registration) }
            } else if !TestWork.ownsCurrentCode {
                LeftoverWatch.strays.add(registration, seenBy: watcher)
            }
        }
    }

    func end() {
        observation.cancel()
        let strays = LeftoverWatch.strays.end(watcher).map { registration, names in
            (registration, "It was registered outside any test, while \(names) ran. ")
        }
        let remarks = Dictionary(strays) { first, _ in first }
        let own = own.withLock { $0 }
        LeftoverRegistrations.report { own.contains($0) ? "" : remarks[$0] }
    }
}
#endif
