// The file that `--json` writes.

import Foundation
import Rows

struct Report: Encodable {
    private(set) var date = Date()
    private(set) var machine = Machine()
    /// The time of an undisturbed pulse, in nanoseconds. Nil if there was none.
    private(set) var pulse = Pulse.undisturbed?.nanoseconds
    let results: [RowResult]

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }
}

/// The properties of a machine that ratios may depend on.
struct Machine: Encodable {
    private(set) var operatingSystem = ProcessInfo.processInfo.operatingSystemVersionString
    private(set) var processor = Machine.processorName
    private(set) var coreCount = ProcessInfo.processInfo.processorCount
    private(set) var swiftVersion = Machine.compilerVersion

    /// Nil if the system does not name it.
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

    /// The compiler's version, as far as conditional compilation shows it.
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
