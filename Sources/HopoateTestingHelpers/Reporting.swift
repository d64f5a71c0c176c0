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
    /// The problems to report at the end. Nil after the end.
    private let delayed = Protected<[(message: String, place: CodePlace)]?>([])
    #if canImport(Testing)
    private let test = Test.current?.id

    private var isInTestTask: Bool { Test.current?.id == test }
    #else
    private let isInTestTask = true
    #endif

    func report(_ message: String, at place: CodePlace) {
        let isDelayed = !isInTestTask && delayed.withLock { $0?.append((message, place)) } != nil
        if !isDelayed { HopoateTestingHelpers.report(message, at: place) }
    }

    /// Reports the delayed problems. Call it in the test's task.
    func end() {
        let delayed = delayed.withLock { $0.take() }
        for (message, place) in delayed ?? [] { HopoateTestingHelpers.report(message, at: place) }
    }
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
    Issue.record(Comment(rawValue: message), sourceLocation: location(of: place))
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)
    XCTFail(message, file: call.fileID, line: call.line)
    #else
    call.trap(message)
    #endif
}

/// Warns the running test, at the line that caused it. Does nothing if the test framework has no warnings.
func warn(_ message: String, at place: CodePlace) {
    #if canImport(Testing) && compiler(>=6.3)
    if Test.current == nil { return }
    let location = location(of: (place.fileID.description, place.line))
    Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location)
    #endif
}

#if canImport(Testing)
private func location(of place: (fileID: String, line: UInt)) -> Testing.SourceLocation {
    let test = Test.current?.sourceLocation
    let filePath = test?.fileID == place.fileID ? test!.filePath : place.fileID
    return SourceLocation(fileID: place.fileID, filePath: filePath, line: Int(place.line), column: 1)
}
#endif
