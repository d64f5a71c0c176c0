import Hopoate

/// Runs an operation and reports the registrations that it leaves in the process-wide container.
///
/// Use it in XCTest, whose tests run one after the other. In Swift Testing use `.noLeftoverRegistrations`: here a registration
/// counts if any thread has made it meanwhile, and it is still there. Each report is at the line that registered.
///
/// ```swift
/// func testReloading() {
///     reportingLeftoverRegistrations { FeedViewModel().reload() }
/// }
/// ```
///
/// - Parameter operation: Runs at once, on the calling thread.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func reportingLeftoverRegistrations<Result>(operation: () throws -> Result) rethrows -> Result {
    let before = LeftoverRegistrations.numbers()
    defer { LeftoverRegistrations.report { before.contains($0) ? nil : "" } }
    return try operation()
}

/// Runs an asynchronous operation and reports the registrations that it leaves in the process-wide container.
///
/// Otherwise this is the synchronous form.
///
/// ```swift
/// func testLoading() async {
///     await reportingLeftoverRegistrations { await FeedViewModel().load() }
/// }
/// ```
///
/// - Parameters:
///   - isolation: The actor that the operation runs on: the caller's.
///   - operation: Runs at once, in the calling task.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func reportingLeftoverRegistrations<Result>(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    let before = LeftoverRegistrations.numbers()
    defer { LeftoverRegistrations.report { before.contains($0) ? nil : "" } }
    return try await operation()
}

/// The registrations in the process-wide container, without defaults of typed keys.
enum LeftoverRegistrations {
    /// The numbers of the registrations that are there now.
    static func numbers() -> Set<UInt64> {
        Set(DependencyContainer.processWide.registrations.lazy.filter { !$0.isDefault }.map(\.number))
    }

    /// Reports each registration for which `remark` returns a text, to be added to the report.
    static func report(remark: (UInt64) -> String?) {
        for registration in DependencyContainer.processWide.registrations where !registration.isDefault {
            guard let remark = remark(registration.number) else { continue }
            HopoateTestingHelpers.report(
                """
                \(registration.key.spelling) is still registered in the process-wide container after the test. \
                \(remark)Remove its token, register it with a MockContainer, or isolate the test.
                """,
                at: registration.place
            )
        }
    }
}
