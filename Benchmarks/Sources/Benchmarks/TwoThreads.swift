// How much of two threads' work gets done when they share a container.

import Dispatch
import Hopoate

/// What two threads get done in the time in which one does 1.
private func throughput(_ first: @escaping Body, _ second: @escaping Body) -> Double {
    let calls = 1_000_000
    let ratios = (0..<9).map { _ in
        let alone = nanosecondsPerCall(calls: calls, first)
        let together = ContinuousClock().measure {
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                _ = nanosecondsPerCall(calls: calls, index == 0 ? first : second)
            }
        }
        return 2 * alone / (together.nanoseconds / Double(calls))
    }
    return ratios.median
}

func measureTwoThreads() {
    let limitOfOne = throughput({ Limit.service }, { Limit.service })
    let one = throughput(
        { DependencyContainer.shared.resolve((any Service).self) },
        { DependencyContainer.shared.resolve((any Service).self) }
    )
    let limitOfTwo = throughput({ Limit.service }, { Limit.otherService })
    let two = throughput(
        { DependencyContainer.shared.resolve((any Service).self) },
        { DependencyContainer.shared.resolve((any OtherService).self) }
    )
    printThroughput("one service", one, limit: limitOfOne)
    printThroughput("two services", two, limit: limitOfTwo)
}

private func printThroughput(_ name: String, _ throughput: Double, limit: Double) {
    let bound = limit / 1.5
    let verdict = throughput < bound ? " missed" : ""
    print(
        """
        | \(name): throughput of two threads, to one | | \(throughput.rounded(places: 2)) \
        (limit \(limit.rounded(places: 2))) | ≥ \(bound.rounded(places: 2))\(verdict) |
        """
    )
}
