// What a test leaves behind in the process-wide container.

import Hopoate

#if canImport(Testing)
public import Testing
#endif

/// Runs an operation and reports what it leaves registered in the process-wide container.
///
/// For XCTest, whose tests run one after the other, and not for Swift Testing, which has
/// `.noLeftoverRegistrations` for tests that run at the same time: whatever has been registered meanwhile, on any thread, and is still
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
/// ```swift
/// func testSomething() async {
///     await reportingLeftoverRegistrations { await FeedViewModel().load() }
/// }
/// ```
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
        report { before.contains($0) ? nil : "" }
    }

    /// Reports each registration that is still there, with a remark, unless the remark is nil.
    static func report(remark: (UInt64) -> String?) {
        for registration in DependencyContainer.processWide.registrations where !registration.isDefault {
            guard let remark = remark(registration.number) else { continue }
            HopoateTestingHelpers.report(
                """
                \(registration.serviceDescription) is still registered in the process-wide container after the test. \
                \(remark)Remove its token, register it with a MockContainer, or isolate the test.
                """,
                at: registration.place
            )
        }
    }
}

/// The part of a test's doings that the current task belongs to, for the trait that watches what is left over.
final class LeftoverScope: Sendable {
    static let current = TaskLocal<LeftoverScope?>(wrappedValue: nil)
}

#if canImport(Testing)
/// A trait that reports what a test leaves registered in the process-wide container.
///
/// A registration is the test's when the test's task, a child task, or work that `carryingDependencies` has wrapped made
/// it. One that was made outside of every test, as by a detached task that has escaped from its test's container, is
/// reported once: on the running test with this trait in whose file it was made, if there is just one, or else on the
/// last of those that ran at that moment, naming all of them. Each report is at the line that registered.
///
/// ```swift
/// @Suite(.noLeftoverRegistrations)
/// struct FeedTests {}
/// ```
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
        // A test that has the trait twice, say from its suite too, is watched once.
        if WatchedTest.current.get() == test.id { return try await function() }
        let watch = LeftoverWatch(test)
        defer { watch.end() }
        try await WatchedTest.current.withValue(test.id) {
            try await LeftoverScope.current.withValue(watch.scope, operation: function)
        }
    }
}

extension Trait where Self == NoLeftoverRegistrationsTrait {
    /// Reports what a test leaves registered in the process-wide container.
    ///
    /// ```swift
    /// @Test(.noLeftoverRegistrations) func reloading() { FeedViewModel().reload() }
    /// ```
    public static var noLeftoverRegistrations: Self { Self() }
}

private enum WatchedTest {
    static let current = TaskLocal<Test.ID?>(wrappedValue: nil)
}

/// What has been registered in the process-wide container while a test ran.
private final class LeftoverWatch: Sendable {
    /// A registration that was made outside of every test.
    fileprivate struct Stray {
        let fileID: String
        /// The tests that ran then, and those of them that still run.
        var seen: [UInt64: (name: String, fileID: String)] = [:]
        var running: Set<UInt64> = []

        /// The test to report it, which is not known before the last one ends when several or none are of its file.
        var owner: UInt64? {
            let own = seen.filter { $0.value.fileID == fileID }
            return own.count == 1 ? own.first?.key : nil
        }
    }

    fileprivate struct State {
        var lastNumber: UInt64 = 0
        var watching: Set<UInt64> = []
        var strays: [UInt64: Stray] = [:]
    }

    let scope = LeftoverScope()
    private let number: UInt64
    private let name: String
    private let fileID: String
    private let observation = Protected<ResolutionObservation?>(nil)
    private let own = Protected<Set<UInt64>>([])

    private static let state = Protected(State())

    init(_ test: Test) {
        name = test.name
        fileID = test.sourceLocation.fileID
        number = LeftoverWatch.state.withLock { state in
            state.lastNumber += 1
            state.watching.insert(state.lastNumber)
            return state.lastNumber
        }
        let observation = DependencyContainer.processWide.observe { [weak self] in self?.see($0) }
        self.observation.withLock { $0 = observation }
    }

    private func see(_ event: ResolutionEvent) {
        guard event.kind == .registered else { return }
        let registration = event.registration.number
        let scope = LeftoverScope.current.get()
        if scope === self.scope {
            own.withLock { _ = $0.insert(registration) }
        } else if scope == nil, Test.current == nil {
            LeftoverWatch.state.withLock { state in
                guard state.watching.contains(number) else { return }
                var stray = state.strays[registration] ?? Stray(fileID: event.fileID)
                stray.seen[number] = (name, fileID)
                stray.running.insert(number)
                state.strays[registration] = stray
            }
        }
    }

    func end() {
        observation.end()
        let strays = LeftoverWatch.state.withLock { $0.take(from: number) }
        let own = own.withLock { $0 }
        Leftovers.report { own.contains($0) ? "" : strays[$0] }
    }
}

extension LeftoverWatch.State {
    /// Ends a watch.
    ///
    /// - Returns: What it is to report, with a remark on each.
    fileprivate mutating func take(from watch: UInt64) -> [UInt64: String] {
        watching.remove(watch)
        var remarks: [UInt64: String] = [:]
        for (registration, stray) in strays where stray.running.contains(watch) {
            strays[registration]?.running.remove(watch)
            let isLast = strays[registration]?.running.isEmpty == true
            if stray.owner.map({ $0 == watch }) ?? isLast {
                let names = stray.seen.sorted { $0.key < $1.key }.map(\.value.name)
                remarks[registration] =
                    "It was registered outside of every test, while \(names.joined(separator: ", ")) ran. "
            }
            if isLast { strays[registration] = nil }
        }
        return remarks
    }
}
#endif
