import Hummingbird
import NIOConcurrencyHelpers

/// The response to a request that has paid.
package struct Receipt: ResponseCodable, Sendable, Hashable {
    package let requestID: String
    package let user: String
    package var lines: [String]

    package init(requestID: String, user: String, lines: [String] = []) {
        self.requestID = requestID
        self.user = user
        self.lines = lines
    }
}

/// Prints the receipt of one request, for all services of that request.
final class ReceiptPrinter: Sendable {
    private let archive: Archive
    private let printed: NIOLockedValueBox<Receipt>

    init(requestID: RequestIdentifier, user: User, archive: Archive) {
        self.archive = archive
        printed = NIOLockedValueBox(Receipt(requestID: requestID.text, user: user.name))
    }

    var receipt: Receipt { printed.withLockedValue { $0 } }

    func print(_ line: String) { printed.withLockedValue { $0.lines.append(line) } }

    /// Files the receipt in the archive, if there is anything on it.
    func close() async {
        if !receipt.lines.isEmpty { await archive.file(receipt) }
    }
}
