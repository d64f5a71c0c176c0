import Foundation

/// The service of the programs. It knows how it was created, and is counted while it lives.
///
/// No two parts of one workshop have the same label, so equal labels are the same instance.
final class Part: Tool {
    let label: String
    /// The parts that it was created from.
    private let pieces: [Part]
    private let census: Census
    /// Released with the part, after it is counted.
    private let callback: Callback?

    init(_ label: String, from pieces: [Part] = [], countedBy census: Census, _ callback: Callback? = nil) {
        self.label = label
        self.pieces = pieces
        self.census = census
        self.callback = callback
        census.add(label)
    }

    /// Whether it is that part or was created from it, directly or through others.
    func isMade(from label: String) -> Bool { self.label == label || pieces.contains { $0.isMade(from: label) } }

    deinit { census.remove(label) }
}

/// A service that is looked up by a protocol.
protocol Tool: AnyObject, Sendable {
    var label: String { get }
}

/// Counts the living parts by their labels.
final class Census: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var counts: [String: Int] = [:]

    var alive: Int { lock.withLock { count } }

    func isAlive(_ label: String) -> Bool { lock.withLock { counts[label] != nil } }

    func add(_ label: String) {
        lock.withLock {
            count += 1
            counts[label, default: 0] += 1
        }
    }

    func remove(_ label: String) {
        lock.withLock {
            count -= 1
            counts[label] = counts[label] == 1 ? nil : counts[label]! - 1
        }
    }
}
