import Foundation

/// A record of events in their order. Sendable because the lock guards it.
final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String] = []

    var all: [String] { lock.withLock { entries } }

    func add(_ entry: String) { lock.withLock { entries.append(entry) } }
}
