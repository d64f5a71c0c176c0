// The rows of the table, and the baselines that they are measured against.

import Foundation
import Hopoate

/// One line of the table.
package struct Row: Sendable {
    package let name: String
    /// The maximum ratio to the baseline, in a process that has started threads. Nil if there is none.
    package let bound: Double?
    package let baseline: Baseline
    /// The maximum ratio of its counts to the stored ones. Larger for rows with tasks, which may change threads at any time.
    package let tolerance: Double
    /// Registers the row's services. Called right before the row is measured, so that it does not slow others down.
    package let prepare: @Sendable () -> Subject

    /// Makes a row that calls a closure.
    init(
        _ name: String,
        to baseline: Baseline = .limit,
        bound: Double? = nil,
        prepare: @escaping @Sendable () -> Body
    ) {
        self.init(name, to: baseline, bound: bound, subject: { .time(of: prepare()) })
    }

    init(
        _ name: String,
        to baseline: Baseline,
        bound: Double? = nil,
        tolerance: Double = 1.03,
        subject: @escaping @Sendable () -> Subject
    ) {
        self.name = name
        self.bound = bound
        self.baseline = baseline
        self.tolerance = tolerance
        prepare = subject
    }

    /// Whether the name contains the text. No text matches every row.
    package func matches(_ text: String?) -> Bool { text.map { name.localizedCaseInsensitiveContains($0) } ?? true }

    package func removeRegistrations() { DependencyContainer.shared.removeAll() }
}

/// The cost that a row is a multiple of.
package struct Baseline: Sendable {
    package let name: String
    package let unit: Unit
    package let prepare: @Sendable () -> Subject

    init(
        _ name: String,
        in unit: Unit = .nanoseconds,
        subject: @escaping @Sendable () -> Subject
    ) {
        self.name = name
        self.unit = unit
        prepare = subject
    }

    init(_ name: String, _ body: @escaping Body) { self.init(name, subject: { .time(of: body) }) }

    /// The cheapest thing that could do the job of a look-up.
    static let limit = Baseline("the limit") { Limit.service }

    /// For bounds that are no ratios.
    static let millisecond = Baseline("1 ms", in: .milliseconds) { .value { 1e6 } }
    static let byte = Baseline("1 B", in: .bytes) { .value { 1 } }
}

extension Baseline {
    package enum Unit: String, Codable, Sendable {
        /// Values in milliseconds are nanoseconds too.
        case nanoseconds, milliseconds, threads, bytes

        package var isBetterWhenLarger: Bool { self == .threads }
        package var isTimed: Bool { self != .bytes }
    }
}

/// Rows that are measured one after the other in the same state of the process.
package struct Section: Sendable {
    package let title: String
    /// Brings the process into the state. It stays in it, also for later sections.
    package let prepare: @Sendable () -> Void
    package let rows: [Row]

    init(_ title: String, prepare: @escaping @Sendable () -> Void = {}, rows: [Row]) {
        self.title = title
        self.prepare = prepare
        self.rows = rows
    }
}
