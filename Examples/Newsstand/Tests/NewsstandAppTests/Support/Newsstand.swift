import Foundation

/// The result of running the executable.
struct Newsstand: Equatable {
    var exitCode: Int32
    var output = ""
    var errors = ""

    static func run(_ arguments: String...) throws -> Newsstand {
        try run(arguments)
    }

    static func run(_ arguments: [String]) throws -> Newsstand {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = try executable()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC"]) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Standard error always fits into its pipe, so it is read last.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Newsstand(
            exitCode: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self)
        )
    }

    /// The executable is in the folder of the test bundle, whose path is an argument of the test runner.
    private static func executable() throws -> URL {
        let paths = [Bundle.main.bundlePath, Bundle.main.executablePath].compactMap { $0 } + CommandLine.arguments
        for path in paths where path.contains("/") {
            var folder = URL(fileURLWithPath: path)
            while folder.path != "/" {
                let candidate = folder.appending(path: "newsstand")
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder)
                if exists && !isFolder.boolValue { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
