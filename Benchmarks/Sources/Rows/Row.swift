// What a row of the table is: something to measure, and what it is measured against.

import Hopoate

/// One line of the table.
package struct Row: Sendable {
    package let name: String
    /// The largest ratio to the baseline that DESIGN allows, if it speaks of this row. It stands nowhere else.
    package let bound: Double?
    package let baseline: Baseline
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
        subject: @escaping @Sendable () -> Subject
    ) {
        self.name = name
        self.bound = bound
        self.baseline = baseline
        prepare = subject
    }

    /// Takes out what the row has registered.
    package func tidyUp() { DependencyContainer.shared.reset() }
}

/// What a row is a multiple of.
package struct Baseline: Sendable {
    package let name: String
    package let unit: Subject.Unit
    package let prepare: @Sendable () -> Subject

    init(_ name: String, in unit: Subject.Unit = .nanoseconds, subject: @escaping @Sendable () -> Subject) {
        self.name = name
        self.unit = unit
        prepare = subject
    }

    init(_ name: String, _ body: @escaping Body) {
        self.init(name) { .time(of: body) }
    }

    /// The cheapest thing that could do the job of a look-up.
    static let limit = Baseline("the limit") { Limit.service }
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
