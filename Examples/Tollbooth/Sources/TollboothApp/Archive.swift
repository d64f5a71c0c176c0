import Logging
import NIOConcurrencyHelpers

/// The place where closed books go.
package protocol Archive: Sendable {
    func file(_ books: Books)
    /// Says that no more books will come.
    func seal()
}

/// Writes books to the log.
struct LogArchive: Archive {
    let logger: Logger

    func file(_ books: Books) {
        logger.info("books closed", metadata: ["passages": "\(books.passages)", "cents": "\(books.cents)"])
    }

    func seal() { logger.info("archive sealed") }
}

/// Adds books up, for a check.
package final class MemoryArchive: Archive {
    private let state = NIOLockedValueBox((books: [Books](), seals: 0))

    package init() {}

    package var books: [Books] { state.withLockedValue { $0.books } }
    package var total: Books { books.reduce(Books(), +) }
    package var seals: Int { state.withLockedValue { $0.seals } }

    package func file(_ books: Books) { state.withLockedValue { $0.books.append(books) } }
    package func seal() { state.withLockedValue { $0.seals += 1 } }
}
