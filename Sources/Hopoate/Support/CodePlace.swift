/// A place in somebody's source code, for errors.
struct CodePlace: Sendable, CustomStringConvertible {
    let fileID: StaticString
    let line: UInt

    /// `MyApp/AppDelegate.swift:12`
    var description: String { "\(fileID):\(line)" }
}
