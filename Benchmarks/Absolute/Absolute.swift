// The rows in absolute numbers, so that `swift package benchmark` can compare a branch with `main`.

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
        // A subject with a value of its own takes no number of calls.
        if case .time(let workload) = subject { _ = workload(benchmark.scaledIterations.count) }
    } setup: {
        section.prepare()
        return row.prepare()
    }
}
