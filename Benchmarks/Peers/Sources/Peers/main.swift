// Prints the table: the cost of each row for each library, as a multiple of the limit and in nanoseconds.

import Foundation

let usage = "usage: Peers [--rounds NUMBER] [--filter TEXT]"
var options = ["--rounds": "301", "--filter": ""]
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
    guard options[name] != nil, let value = arguments.popFirst() else { fatalError(usage) }
    options[name] = value
}
guard let rounds = Int(options["--rounds"]!), rounds > 0 else { fatalError(usage) }

let libraries = [hopoate] + [factory, swinject, swiftDependencies, resolver, needle].compactMap { $0 }
print("| × the limit (ns) | limit | \(libraries.map(\.name).joined(separator: " | ")) |")
print("|---|\(String(repeating: "--:|", count: libraries.count + 1))")
// The C library's locks get slower when a process starts its second thread, which all apps do.
DispatchQueue.concurrentPerform(iterations: 2) { _ in usleep(1_000) }
for row in Row.allCases where options["--filter"]! == "" || row.rawValue.contains(options["--filter"]!) {
    let prepared = libraries.map { library in
        let bodies = library.prepare(row)
        if let bodies { row.check(bodies, of: library.name) }
        return bodies
    }
    let (measurements, undisturbed) = measure(row, rounds: rounds, prepared.compactMap { $0 })
    var rest = measurements.dropFirst()
    let cells = prepared.map { bodies in
        bodies.flatMap { _ in rest.popFirst() }
            .map { String(format: "%.*f (%.0f)", $0.ratio < 10 ? 1 : 0, $0.ratio, $0.nanoseconds) } ?? "–"
    }
    let limit = String(format: "%.1f", measurements[0].nanoseconds)
    let note = undisturbed * 4 < rounds ? ", disturbed" : ""
    print("| \(row.rawValue)\(note) | (\(limit)) | \(cells.joined(separator: " | ")) |")
    fflush(nil)
}
