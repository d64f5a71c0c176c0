import Hopoate

/// Runs an operation and reports the registrations that are left in the process-wide container.
///
/// ```swift
/// func testReloading() {
///     reportingLeftoverRegistrations { FeedViewModel().reload() }
/// }
/// ```
///
/// Each report is at the line that registered the service. Use this function in XCTest, which runs tests one after the other,
/// because it reports registrations of all threads. In Swift Testing, use the trait `.noLeftoverRegistrations`.
///
/// - Parameter operation: Runs immediately, on the calling thread.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func reportingLeftoverRegistrations<Result>(operation: () throws -> Result) rethrows -> Result {
    let before = LeftoverRegistrations.numbers()
    defer { LeftoverRegistrations.report { before.contains($0) ? nil : "" } }
    return try operation()
}

/// Runs an asynchronous operation and reports the registrations that are left in the process-wide container.
///
/// ```swift
/// func testLoading() async {
///     await reportingLeftoverRegistrations { await FeedViewModel().load() }
/// }
/// ```
///
/// It reports the same registrations as the synchronous function, ``reportingLeftoverRegistrations(operation:)``.
///
/// - Parameters:
///   - isolation: The actor that the operation runs on. By default the caller's.
///   - operation: Runs immediately, in the calling task.
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
            let cure = registration.isMock ? "Release its" : "Remove it by its token, register it with a"
            HopoateTestingHelpers.report(
                """
                \(registration.key.spelling) is still registered in the process-wide container after the test. \
                \(remark)\(cure) MockContainer, or isolate the test.
                """,
                at: registration.place
            )
        }
    }
}
