import Foundation

/// Tells what time it is, and where.
protocol TimeProviding: Sendable {
    var now: Date { get }
    var timeZone: TimeZone { get }
}

struct SystemTime: TimeProviding {
    var now: Date { Date() }
    var timeZone: TimeZone { .current }
}
