// What a row of the table is: something to measure, and what it is measured against.

import Foundation
import Hopoate

/// One line of the table.
package struct Row: Sendable {
    package let name: String
    /// The ratio to the baseline that the row is to reach in a process that has started threads, if there is one.
    package let bound: Double?
    package let baseline: Baseline
    /// How many times its counts may be those of its stored baseline. More for one of many tasks, which change threads when they like.
    package let tolerance: Double
    /// Registers what the row needs. Called right before the row is measured, as it may not slow others down.
    package let prepare: @Sendable () -> Subject

    /// A row that is measured by calling a closure.
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

    /// Takes out what the row has registered.
    package func tidyUp() { DependencyContainer.shared.removeAll() }
}

/// What a row is a multiple of.
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
        /// Milliseconds are measured in nanoseconds, too.
        case nanoseconds, milliseconds, threads, bytes

        package var isBetterWhenLarger: Bool { self == .threads }
        package var isTimed: Bool { self != .bytes }
    }
}

/// Rows that are measured one after the other, in a process in a certain state.
package struct Section: Sendable {
    package let title: String
    /// Brings the process into the state, which it then stays in, so that it also goes for all later sections.
    package let prepare: @Sendable () -> Void
    package let rows: [Row]

    init(_ title: String, prepare: @escaping @Sendable () -> Void = {}, rows: [Row]) {
        self.title = title
        self.prepare = prepare
        self.rows = rows
    }
}
