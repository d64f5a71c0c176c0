// How a fault is reported to the test framework that runs the test.

import Hopoate

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Reports a fault of the running test, at the line that is to blame.
///
/// A `#fileID` stands in for the path, as the core does not put the paths of its users' sources into their apps.
func report(_ message: String, at place: CodePlace) {
    #if canImport(Testing)
    if let test = Test.current {
        let fileID = place.fileID.description
        let isOwnFile = fileID == test.sourceLocation.fileID
        let location = Testing.SourceLocation(
            fileID: fileID,
            filePath: isOwnFile ? test.sourceLocation.filePath : fileID,
            line: Int(place.line),
            column: 1
        )
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        return
    }
    #endif
    #if canImport(XCTest)
    XCTFail(message, file: place.fileID, line: place.line)
    #else
    fatalError(message, file: place.fileID, line: place.line)
    #endif
}
