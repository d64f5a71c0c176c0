import Hopoate

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Reports problems to one test, even if they are found outside of its task.
///
/// Swift Testing finds the test by the current task. So a problem that is found elsewhere is reported at the end.
final class Reporter: Sendable {
    private struct State {
        /// The services that were resolved although the test has not registered them, with the lines.
        var realServices: Set<String> = []
        var hasFailed = false
        /// The problems to report at the end. Nil after the end.
        var delayed: [(message: String, place: CodePlace)]? = []
    }

    /// Registrations with lower numbers are older than the test's isolation.
    private let start = Numbers.next()
    private let state = Protected(State())
    private let test = Isolation.nameOfTest

    /// Whether the test has an issue, as far as that is known.
    var hasFailed: Bool { state.withLock(\.hasFailed) }

    func report(_ message: String, at place: CodePlace) {
        let isOutside = Isolation.nameOfTest != test
        let isDelayed = state.withLock { state in
            state.hasFailed = true
            return isOutside && state.delayed?.append((message, place)) != nil
        }
        if !isDelayed { HopoateTestingHelpers.report(message, at: place) }
    }

    /// Reports the delayed problems. Call it in the test's task.
    func end() {
        let delayed = state.withLock { $0.delayed.take() }
        for (message, place) in delayed ?? [] { HopoateTestingHelpers.report(message, at: place) }
    }

    /// Reports a look-up in the container of a strict test, once for each service and line, if the test has not registered the
    /// service. What its creator looks up is part of the look-up.
    func reportRealService(_ event: ResolutionEvent, in container: DependencyContainer) {
        let info = event.registration
        guard event.kind == .hit || event.kind == .creationBegan, isReal(info), !event.isOfChange,
            event.enclosing(where: { $1.container == container.number && isReal($1) }) == nil
        else { return }
        let service = info.key.spelling
        if !state.withLock({ $0.realServices.insert("\(service) \(event.place)").inserted }) { return }
        report(
            """
            \(service) was resolved, but this test has not registered it. It was requested at \(event.place), and the real one \
            was \(info.isDefault ? "declared" : "registered") at \(info.place). Register a mock of it, or the real service if the \
            test needs it, or isolate the test without `.strict`.
            """,
            at: event.place
        )
    }

    private func isReal(_ info: RegistrationInfo) -> Bool { info.isDefault || info.origin < start && info.mock == nil }

    /// Runs an operation, and notices the issues that the running test of Swift Testing records.
    func noticingIssues<Value, Failure>(of operation: () throws(Failure) -> Value) throws(Failure) -> Value {
        #if canImport(Testing)
        // `withKnownIssue` does not rethrow the error of `#require`.
        var result: Result<Value, Failure>?
        withKnownIssue(isIntermittent: true, { result = Result(catching: operation) }, matching: isKnown)
        return try result!.get()
        #else
        return try operation()
        #endif
    }

    func noticingIssues<Value, Failure>(
        isolation: isolated (any Actor)? = #isolation,
        of operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        #if canImport(Testing)
        var result: Result<Value, Failure>?
        let run = { () async in
            do throws(Failure) { result = .success(try await operation()) } catch { result = .failure(error) }
        }
        await withKnownIssue(isIntermittent: true, run, matching: isKnown)
        return try result!.get()
        #else
        return try await operation()
        #endif
    }

    #if canImport(Testing)
    /// Swift Testing asks this about each issue. None is known.
    @Sendable private func isKnown(_ issue: Issue) -> Bool {
        #if compiler(>=6.3)
        if !issue.isFailure { return false }
        #endif
        state.withLock { $0.hasFailed = true }
        return false
    }
    #endif
}

/// Reports a problem to the running test, at the line that caused it.
///
/// Uses `#fileID` as the path, as the core puts no `#filePath` into its users' apps.
func report(_ message: String, at place: CodePlace) {
    report(message, at: (place.fileID.description, place.line), in: place)
}

/// Reports a problem at a line that is given as text. XCTest takes no such line, so there the report is at the call.
func report(_ message: String, at place: (fileID: String, line: UInt), in call: CodePlace) {
    #if canImport(Testing)
    // Swift Testing records issues outside of its tests too. XCTest records only those in its own tests.
    let test = Test.current?.sourceLocation
    let filePath = test?.fileID == place.fileID ? test!.filePath : place.fileID
    let location = SourceLocation(fileID: place.fileID, filePath: filePath, line: Int(place.line), column: 1)
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    if test != nil { return }
    #endif
    #if canImport(XCTest)
    XCTFail(message, file: call.fileID, line: call.line)
    #else
    call.trap(message)
    #endif
}
