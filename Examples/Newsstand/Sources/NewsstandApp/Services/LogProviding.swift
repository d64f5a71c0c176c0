import Foundation

/// Logs for developers. Registered only if the app is verbose.
protocol LogProviding: Sendable {
    func log(_ message: String)
}

struct StandardErrorLog: LogProviding {
    func log(_ message: String) {
        FileHandle.standardError.write(Data("newsstand: \(PlainText.oneLine(message))\n".utf8))
    }
}
