// The subjects of measurements: time, the throughput of two threads, and memory.

/// One call of a row or baseline. It returns the object that it made, so that the optimiser does not remove it.
///
/// Rows and baselines are called in the same way, so that the call itself costs the same in both.
package typealias Body = @Sendable () -> AnyObject?

/// Makes a number of calls, and returns how long they took.
package typealias Workload = @Sendable (_ calls: Int) -> Duration

package enum Subject: Sendable {
    case time(Workload)
    /// Two threads with a body each. The value is their work in the time in which one thread does 1 with the first body.
    case throughput(Body, Body)
    /// A value that is measured in its own way, in the unit of the row.
    case value(@Sendable () -> Double)

    static func time(of body: @escaping Body) -> Subject {
        .time { calls in duration(of: calls, body) }
    }

    /// Measures once.
    ///
    /// - Parameter calls: The number of calls to take the mean of.
    /// - Returns: The value of one call, in its unit.
    package func measure(calls: Int) -> Double {
        switch self {
        case .time(let workload): workload(calls).nanoseconds / Double(calls)
        case .throughput(let first, let second): throughputOfTwoThreads(calls, first, second)
        case .value(let value): value()
        }
    }
}

extension Subject {
    /// The number of calls that take about this long, or 1 if one call takes longer.
    package func calls(lasting duration: Duration) -> Int {
        switch self {
        case .time: break
        // Both threads should finish within their time slices.
        case .throughput(let first, _): return Subject.time(of: first).calls(lasting: duration / 4)
        case .value: return 1
        }
        var calls = 1
        // The first measurement is a warm-up.
        _ = measure(calls: calls)
        while shortestOfThree(calls: calls) < duration / 2 { calls *= 2 }
        return calls
    }

    /// A disturbed measurement would end the search too early.
    private func shortestOfThree(calls: Int) -> Duration {
        (0..<3).map { _ in ContinuousClock().measure { _ = measure(calls: calls) } }.min()!
    }
}

extension Duration {
    package var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}

/// Not inlined: the optimiser would move work of the limit out of the loop.
@inline(never)
func duration(of calls: Int, _ body: Body) -> Duration {
    ContinuousClock().measure {
        for _ in 0..<calls { _ = body() }
    }
}
