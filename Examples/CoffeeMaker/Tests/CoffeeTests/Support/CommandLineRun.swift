import Foundation

/// The result of running the executable.
struct CommandLineRun: Equatable {
    var exitCode: Int32
    var output = ""
    var errors = ""

    init(exitCode: Int32, output: String = "", errors: String = "") {
        self.exitCode = exitCode
        self.output = output
        self.errors = errors
    }

    /// Runs `coffee-maker`, and waits for its end.
    init(_ arguments: [String]) throws {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Standard error always fits into its pipe, so it is read last.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        self.init(
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
                let candidate = folder.appending(path: "coffee-maker")
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder)
                if exists && !isFolder.boolValue { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
