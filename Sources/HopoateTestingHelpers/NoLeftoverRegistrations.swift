// What a test leaves behind in the process-wide container.

import Hopoate

#if canImport(Testing)
public import Testing
#endif

/// Runs an operation and reports what it leaves registered in the process-wide container.
///
/// For XCTest, whose tests run one after the other: whatever has been registered meanwhile, on any thread, and is still
/// there counts. Each report is at the line that registered.
///
/// ```swift
/// func testSomething() {
///     reportingLeftoverRegistrations { … }
/// }
/// ```
///
/// - Parameter operation: Runs at once, on the calling thread.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func reportingLeftoverRegistrations<Result>(operation: () throws -> Result) rethrows -> Result {
    let before = Leftovers.registered()
    defer { Leftovers.report(since: before) }
    return try operation()
}

/// Runs an asynchronous operation and reports what it leaves registered in the process-wide container.
///
/// All else is as with the synchronous form.
///
/// - Parameters:
///   - isolation: The actor that the operation runs on: the caller's.
///   - operation: Runs at once, in the calling task.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func reportingLeftoverRegistrations<Result>(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    let before = Leftovers.registered()
    defer { Leftovers.report(since: before) }
    return try await operation()
}

enum Leftovers {
    /// The numbers of what is registered. Defaults of typed keys are no registrations of anybody.
    static func registered() -> Set<UInt64> {
        Set(DependencyContainer.processWide.registrations.lazy.filter { !$0.isDefault }.map(\.number))
    }

    static func report(since before: Set<UInt64>) {
        report { !before.contains($0) }
    }

    static func report(where isLeftover: (UInt64) -> Bool) {
        for registration in DependencyContainer.processWide.registrations
        where !registration.isDefault && isLeftover(registration.number) {
            HopoateTestingHelpers.report(
                """
                \(registration.serviceDescription) is still registered in the process-wide container after the test. \
                Remove its token, register it with a MockContainer, or isolate the test.
                """,
                at: registration.place
            )
        }
    }
}

#if canImport(Testing)
/// A trait that reports what a test leaves registered in the process-wide container.
///
/// A registration is the test's when the test's task, or a child task, made it. One that was made outside of every test,
/// as by a detached task that has escaped from its test's container, is that of a running test with this trait: of the
/// one in whose file it was made, or else of the last of them to end. Each report is at the line that registered.
public struct NoLeftoverRegistrationsTrait: TestTrait, SuiteTrait, TestScoping {
    /// A suite hands the trait down to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test and reports what it leaves registered.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: Its case.
    ///   - function: The rest of the test.
    /// - Throws: What the test throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let watch = LeftoverWatch(test)
        defer { watch.end() }
        try await LeftoverWatch.current.withValue(watch, operation: function)
    }
}

extension Trait where Self == NoLeftoverRegistrationsTrait {
    /// Reports what a test leaves registered in the process-wide container.
    public static var noLeftoverRegistrations: Self { Self() }
}

/// What has been registered in the process-wide container while a test ran.
private final class LeftoverWatch: Sendable {
    private let fileID: String
    private let observation = Protected<Observation?>(nil)
    private let own = Protected<Set<UInt64>>([])

    static let current = TaskLocal<LeftoverWatch?>(wrappedValue: nil)

    /// The files of the tests that run.
    private static let files = Protected<[ObjectIdentifier: String]>([:])

    /// What was registered outside of every test, with the running tests that it may belong to.
    private static let strays = Protected<[UInt64: Set<ObjectIdentifier>]>([:])

    init(_ test: Test) {
        fileID = test.sourceLocation.fileID
        let observation = DependencyContainer.processWide.observe { [weak self] in self?.see($0) }
        self.observation.withLock { $0 = observation }
        LeftoverWatch.files.withLock { $0[ObjectIdentifier(self)] = fileID }
    }

    private func see(_ event: ResolutionEvent) {
        guard event.kind == .registered else { return }
        let number = event.registration.number
        let isStray = Test.current == nil
        if LeftoverWatch.current.get() === self || isStray && event.fileID == fileID {
            own.withLock { _ = $0.insert(number) }
        } else if isStray, !LeftoverWatch.files.withLock({ $0.values.contains(event.fileID) }) {
            LeftoverWatch.strays.withLock { _ = $0[number, default: []].insert(ObjectIdentifier(self)) }
        }
    }

    func end() {
        let ended = observation.withLock { observation in
            let ended = observation
            observation = nil
            return ended
        }
        ended?.cancel()
        let watch = ObjectIdentifier(self)
        LeftoverWatch.files.withLock { $0[watch] = nil }
        let strays = LeftoverWatch.strays.withLock { strays in
            let seen = strays.keys.filter { strays[$0]?.contains(watch) == true }
            for number in seen { strays[number]?.remove(watch) }
            let last = seen.filter { strays[$0]?.isEmpty == true }
            for number in last { strays[number] = nil }
            return last
        }
        let own = own.withLock { $0 }
        Leftovers.report { own.contains($0) || strays.contains($0) }
    }
}
#endif
