import Foundation

/// Appends each event to a file, as a JSON object on a line of its own.
///
/// Sendable because `pending` is only used under `lock`, and the rest never changes.
final class JSONLinesAnalytics: AnalyticsProviding, @unchecked Sendable {
    private let path: String
    private let file: FileHandle
    private let lock = NSLock()
    private var pending: [AnalyticsEvent] = []

    /// Opens the file, and creates it if there is none.
    init(path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw NewsstandError(path: path, fileError: NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
        }
        self.path = path
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func track(_ event: AnalyticsEvent) {
        lock.withLock { pending.append(event) }
    }

    func flush() throws {
        try lock.withLock {
            do {
                try file.write(contentsOf: JSONLinesAnalytics.lines(pending))
            } catch {
                throw NewsstandError(path: path, fileError: error)
            }
            pending = []
        }
    }

    private static func lines(_ events: [AnalyticsEvent]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try events.reduce(into: Data()) { lines, event in
            lines += try encoder.encode(event) + Data("\n".utf8)
        }
    }
}
