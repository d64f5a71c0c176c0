/// A place in somebody's source code, for errors.
package struct CodePlace: Sendable, CustomStringConvertible {
    package let fileID: StaticString
    package let line: UInt

    package init(fileID: StaticString, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    /// `MyApp/AppDelegate.swift:12`
    package var description: String { "\(fileID):\(line)" }
}
