import Foundation

/// Tells a developer what is going on. Registered only when somebody wants to know.
protocol LogProviding: Sendable {
    func log(_ message: String)
}

struct StandardErrorLog: LogProviding {
    func log(_ message: String) {
        FileHandle.standardError.write(Data("newsstand: \(PlainText.oneLine(message))\n".utf8))
    }
}
