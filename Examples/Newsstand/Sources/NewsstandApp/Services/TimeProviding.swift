package import Foundation

/// Provides the time and the time zone.
package protocol TimeProviding: Sendable {
    var now: Date { get }
    var timeZone: TimeZone { get }
}

struct SystemTime: TimeProviding {
    var now: Date { Date() }
    var timeZone: TimeZone { .current }
}
