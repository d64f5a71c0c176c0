// The rows once more, in absolute numbers: to compare a branch with `main`, as `swift package benchmark` does.

import Benchmark
import Rows

let benchmarks: @Sendable () -> Void = {
    var names: Set<String> = []
    for section in sections {
        for row in section.rows where row.baseline.unit == .nanoseconds && names.insert(row.name).inserted {
            add(row, of: section)
        }
    }
}

private func add(_ row: Row, of section: Section) {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock, .instructions],
        scalingFactor: .kilo,
        maxDuration: .milliseconds(300)
    )
    Benchmark(row.name, configuration: configuration) { (benchmark, subject: Subject) in
        // What is measured in a way of its own does not ask how many calls to make.
        if case .time(let workload) = subject { _ = workload(benchmark.scaledIterations.count) }
    } setup: {
        section.prepare()
        return row.prepare()
    }
}
