// Measuring rows again, in a process of its own: this one may have been changed for good by what it has measured since.

import Foundation

struct FreshProcess {
    let rounds: Int

    /// Measures the rows of these names.
    func measure(_ names: some Sequence<String>) throws -> [RowResult] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--rounds=\(rounds)", "--json=\(file.path)"] + names.map { "--row=\($0)" }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try Report.decode(Data(contentsOf: file)).results
    }
}
