import Hummingbird
import NIOConcurrencyHelpers

/// A number of passages and their tolls.
package struct Books: ResponseCodable, Sendable, Equatable {
    package var passages: Int
    package var cents: Int

    package init(passages: Int = 0, cents: Int = 0) {
        self.passages = passages
        self.cents = cents
    }

    package static func + (left: Books, right: Books) -> Books {
        Books(passages: left.passages + right.passages, cents: left.cents + right.cents)
    }
}

/// Keeps the books of the booth. All requests share one ledger.
final class Ledger: Sendable {
    private let archive: Archive
    /// The entries since books were last closed. Nil if the ledger is closed.
    private let books = NIOLockedValueBox<Books?>(Books())

    init(archive: Archive) { self.archive = archive }

    var openBooks: Books { books.withLockedValue { $0 ?? Books() } }

    /// Enters one passage.
    ///
    /// - Throws: A ``LedgerIsClosed``, after ``close()``.
    func enter(_ cents: Int) throws {
        try books.withLockedValue { books in
            guard let open = books else { throw LedgerIsClosed() }
            books = open + Books(passages: 1, cents: cents)
        }
    }

    /// Files the open books in the archive, unless they are empty, and opens new ones.
    func closeBooks() async { await replaceBooks(with: Books()) }

    /// Closes the books permanently.
    func close() async { await replaceBooks(with: nil) }

    private func replaceBooks(with next: Books?) async {
        let closed = books.withLockedValue { books in
            defer { books = next }
            return books ?? Books()
        }
        if closed != Books() { await archive.file(closed) }
    }
}

/// A vehicle has paid after the ledger was closed.
struct LedgerIsClosed: Error {}
