// How a fault is reported to the test framework that runs the test.

import Hopoate

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Reports faults of one test, wherever they are found, on that test.
///
/// Swift Testing knows the running test by its task. A fault that is found outside of it is put off to the end.
final class Reporter: Sendable {
    /// Nil once that is over.
    private let delayed = Protected<[(message: String, place: CodePlace)]?>([])
    #if canImport(Testing)
    private let test = Test.current?.id

    private var isInTheTestsTask: Bool { Test.current?.id == test }
    #else
    private let isInTheTestsTask = true
    #endif

    func report(_ message: String, at place: CodePlace) {
        let isDelayed = !isInTheTestsTask && delayed.withLock { $0?.append((message, place)) } != nil
        if !isDelayed { HopoateTestingHelpers.report(message, at: place) }
    }

    /// Reports the faults that have been put off. To be called in the test's task.
    func end() {
        let late = delayed.withLock { $0.take() }
        for (message, place) in late ?? [] { HopoateTestingHelpers.report(message, at: place) }
    }
}

/// Reports a fault of the running test, at the line that is to blame.
///
/// A `#fileID` stands in for the path, as the core does not put the paths of its users' sources into their apps.
func report(_ message: String, at place: CodePlace) {
    report(message, at: (place.fileID.description, place.line), in: place)
}

/// Reports a fault that is at a line of which there is only a description; or at the call, where the test framework cannot be
/// told that line.
func report(_ message: String, at place: (fileID: String, line: UInt), in call: CodePlace) {
    #if canImport(Testing)
    // Outside of its tests Swift Testing takes note, too. XCTest takes note of its own only.
    Issue.record(Comment(rawValue: message), sourceLocation: location(of: place))
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)
    XCTFail(message, file: call.fileID, line: call.line)
    #else
    call.trap(message)
    #endif
}

/// Warns the running test, at the line that is to blame. Does nothing unless the test can be warned.
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
