// How times are taken: every row against its baseline in the same round, and the median of the rounds' ratios.

/// One line of the table.
struct Row {
    let name: String
    /// What `body` is a multiple of.
    let baseline: Baseline
    /// The largest ratio that DESIGN allows, if it speaks of this row.
    let bound: Double?
    let body: Body

    enum Baseline {
        case limit
        case byHand(Body)
    }
}

/// Several rounds of one row.
struct Measurement {
    let nanoseconds: Double
    let ratio: Double
}

/// One call of what is measured. It returns what it made, which keeps the optimiser from leaving that out.
typealias Body = @Sendable () -> AnyObject?

let limit: Body = { Limit.service }

@inline(never)
func nanosecondsPerCall(calls: Int, _ body: Body) -> Double {
    let clock = ContinuousClock()
    let duration = clock.measure {
        for _ in 0..<calls { _ = body() }
    }
    return duration.nanoseconds / Double(calls)
}

extension Row {
    func measure(rounds: Int, calls: Int) -> Measurement {
        let baselineBody =
            switch baseline {
            case .limit: limit
            case .byHand(let body): body
            }
        var times: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<rounds {
            let baselineTime = nanosecondsPerCall(calls: calls, baselineBody)
            let time = nanosecondsPerCall(calls: calls, body)
            times.append(time)
            ratios.append(time / baselineTime)
        }
        return Measurement(nanoseconds: times.median, ratio: ratios.median)
    }
}

extension Duration {
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
}

extension Double {
    func rounded(places: Int) -> String {
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        return String(describing: (self * factor).rounded() / factor)
    }
}
