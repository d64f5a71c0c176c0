/// A place in the user's source code, for errors.
@usableFromInline
package struct CodePlace: Sendable, CustomStringConvertible {
    package let fileID: StaticString
    /// 32 bits, as each property wrapper holds a place (`Benchmarks`, row 'bytes of a @Dependency').
    private let shortLine: UInt32

    @usableFromInline
    package init(_ fileID: StaticString = #fileID, _ line: UInt = #line) {
        self.fileID = fileID
        shortLine = UInt32(clamping: line)
    }

    package var line: UInt { UInt(shortLine) }

    /// Ends the process with a message, at this place.
    package func trap(_ message: String) -> Never { fatalError(message, file: fileID, line: line) }

    /// `MyApp/AppDelegate.swift:12`
    @usableFromInline
    package var description: String { "\(fileID):\(line)" }
}
