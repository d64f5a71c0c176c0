// The counts of rows. The text has a line for each row: three numbers and the row's name.

import Foundation

struct Counts: Codable {
    var instructions: Double
    var allocations: Double
    var bytes: Double

    func minimum(with other: Counts) -> Counts {
        Counts(
            instructions: min(instructions, other.instructions),
            allocations: min(allocations, other.allocations),
            bytes: min(bytes, other.bytes)
        )
    }

    /// The differences from a baseline that exceed the tolerance and a small slack.
    func differences(from baseline: Counts, tolerance: Double) -> [(isWorse: Bool, text: String)] {
        let all: [(String, KeyPath<Counts, Double>, slack: Double)] = [
            ("instructions", \.instructions, 5), ("allocations", \.allocations, 0.05), ("bytes", \.bytes, 2),
        ]
        return all.compactMap { title, path, slack in
            let (value, known) = (self[keyPath: path], baseline[keyPath: path])
            guard max(value, known) > min(value, known) * tolerance + slack else { return nil }
            return (value > known, String(format: "%.1f \(title) became %.1f", known, value))
        }
    }
}

struct CountTable {
    private(set) var names: [String] = []
    private var counts: [String: Counts] = [:]

    init() {}

    init(text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 3)
            let numbers = fields.compactMap { Double($0) }
            guard fields.count == 4, numbers.count >= 3 else { continue }
            self[String(fields[3].drop { $0 == " " })] = Counts(
                instructions: numbers[0],
                allocations: numbers[1],
                bytes: numbers[2]
            )
        }
    }

    subscript(name: String) -> Counts? {
        get { counts[name] }
        set {
            if counts[name] == nil { names.append(name) }
            counts[name] = newValue
        }
    }

    mutating func merge(_ other: CountTable) {
        for name in other.names { self[name] = other[name] }
    }

    var text: String {
        let lines = names.compactMap { name in counts[name].map { $0.text + "  " + name + "\n" } }
        return "instructions  allocations     bytes  row\n" + lines.joined()
    }
}

extension Counts {
    fileprivate var text: String { String(format: "%12.1f %12.2f %9.1f", instructions, allocations, bytes) }
}
