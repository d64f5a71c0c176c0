import Foundation

/// Appends each event to a file, as a JSON object on a line of its own.
final class JSONLinesAnalytics: AnalyticsProviding {
    private let path: String
    private let file: FileHandle
    private let queue = DispatchQueue(label: "Newsstand.JSONLinesAnalytics")
    private let pending = PendingEvents()

    /// Opens the file, which is made when there is none.
    init(path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw NewsstandError(path: path, systemError: errno) }
        self.path = path
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func track(_ event: AnalyticsEvent) {
        queue.sync { pending.events.append(event) }
    }

    func flush() throws {
        try queue.sync {
            do {
                try file.write(contentsOf: JSONLinesAnalytics.lines(pending.events))
            } catch {
                throw NewsstandError(path: path, reading: error)
            }
            pending.events = []
        }
    }

    static func lines(_ events: [AnalyticsEvent]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try events.reduce(into: Data()) { lines, event in
            lines += try encoder.encode(event) + Data("\n".utf8)
        }
    }
}
