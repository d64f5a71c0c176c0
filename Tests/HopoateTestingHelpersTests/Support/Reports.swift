import Hopoate
import Testing

/// A fault that the helpers record as an issue of the running test.
struct Report: Sendable {
    let text: String
    let fileID: String?
    let line: Int?
    #if compiler(>=6.3)
    let isWarning: Bool
    #endif

    fileprivate init(_ issue: Issue) {
        text = issue.comments.map(\.rawValue).joined()
        fileID = issue.sourceLocation?.fileID
        line = issue.sourceLocation?.line
        #if compiler(>=6.3)
        isWarning = issue.severity == .warning
        #endif
    }
}

/// The faults that the helpers report during an operation. They do not fail the test.
func reports(during operation: @Sendable () async throws -> Void) async throws -> [Report] {
    let reports = Protected<[Report]>([])
    let taking = IssueHandlingTrait.compactMapIssues { issue in
        // A failed expectation is not a report.
        guard case .unconditional = issue.kind else { return issue }
        reports.withLock { $0.append(Report(issue)) }
        return nil
    }
    try await taking.provideScope(for: Test.current!, testCase: nil, performing: operation)
    return reports.withLock { $0 }
}

/// Fails the test unless the helpers report one fault, with all of the texts.
struct ExpectedReports: TestTrait, TestScoping {
    fileprivate let texts: [String]

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let found = try await reports(during: function).map(\.text)
        #expect(found.count == 1, "\(found)")
        for text in texts { #expect(found.allSatisfy { $0.contains(text) }, "\(found)") }
    }
}

extension Trait where Self == ExpectedReports {
    /// Expects one report that contains all of these texts. Place it before the traits that report.
    static func expects(_ texts: String...) -> Self { Self(texts: texts) }
}
