// Prints the speed table of the library: each row as a multiple of the cheapest thing that could do the job.

import Dispatch
import Foundation
import Hopoate

let shared = DependencyContainer.shared
shared.register(Implementation(), for: (any Service).self)
shared.register(Implementation(), for: (any OtherService).self)
// A creator that is written here belongs to the main actor, unless it says otherwise.
shared.register(service: Implementation.self, lifetime: .transient) { @Sendable in Implementation() }
registerChain(in: shared)
let reader = Reader()

var rows = [
    Row(name: "the limit itself", baseline: .limit, bound: nil, body: limit),
    Row(name: "read a @Dependency", baseline: .limit, bound: 1.5) { reader.service },
    Row(name: "register a mock and remove it", baseline: .limit, bound: 12) {
        shared.remove(shared.register(Limit.mock, for: (any MockedService).self))
        return nil
    },
    Row(name: "transient, to one made by hand", baseline: .byHand { Implementation() }, bound: 2) {
        shared.resolve(Implementation.self)
    },
    Row(name: "chain of ten transients, to one made by hand", baseline: .byHand { makeChainByHand() }, bound: 3) {
        shared.resolve(Chain10.self)
    },
]

func hit(_ among: String) -> Row {
    Row(name: "hit\(among)", baseline: .limit, bound: 2) { DependencyContainer.shared.resolve((any Service).self) }
}

func printTable(_ title: String) {
    print("\n\(title)")
    print("| row | ns | ratio | bound |")
    print("|---|--:|--:|--:|")
}

func measure(_ rows: [Row]) {
    for row in rows {
        let measurement = row.measure(rounds: 15, calls: 200_000)
        let bound = row.bound.map { "≤ \($0)\(measurement.ratio > $0 ? " missed" : "")" } ?? ""
        let time = measurement.nanoseconds.rounded(places: 1)
        print("| \(row.name) | \(time) | \(measurement.ratio.rounded(places: 2)) | \(bound) |")
    }
}

printTable("One thread, in a process that has had no other")
measure([hit("")] + rows)

let group = DispatchGroup()
DispatchQueue.global().async(group: group) {}
group.wait()

printTable("One thread, in a process that has had others")
measure([hit("")] + rows)

printTable("Among other services")
var others = 2 + 11
for count in [10, 100, 1_000, 10_000] {
    registerOthers(count - others, in: shared)
    others = max(others, count)
    measure([hit(" among \(count)")])
}

printTable("Two threads at once")
measureTwoThreads()

printTable("Wiring")
let isValidationFast = measureValidation()
if CommandLine.arguments.contains("--check-validation"), !isValidationFast { exit(1) }
