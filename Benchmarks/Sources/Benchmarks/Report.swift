// The file that `--json` writes.

import Foundation
import Rows

struct Report: Encodable {
    private(set) var date = Date()
    private(set) var machine = Machine()
    /// How long an undisturbed pulse took, in nanoseconds. Nil when none was taken.
    private(set) var pulse = Pulse.undisturbed?.nanoseconds
    let results: [RowResult]

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }
}

/// What the ratios may depend on.
struct Machine: Encodable {
    private(set) var operatingSystem = ProcessInfo.processInfo.operatingSystemVersionString
    private(set) var processor = Machine.processorName
    private(set) var coreCount = ProcessInfo.processInfo.processorCount
    private(set) var swiftVersion = Machine.compilerVersion

    /// Nil where the system does not say.
    private static var processorName: String? {
        #if canImport(Darwin)
        var size = 0
        sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
        var name = [CChar](repeating: 0, count: size + 1)
        sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
        return String(cString: name)
        #else
        let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let line = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ": ").last.map(String.init)
        #endif
    }

    /// As far as a program can know what compiled it.
    private static var compilerVersion: String {
        #if compiler(>=6.4)
        "6.4 or newer"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2 or older"
        #endif
    }
}
