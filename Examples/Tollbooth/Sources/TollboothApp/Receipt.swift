import Hummingbird
import NIOConcurrencyHelpers

/// The response to a request that has paid.
package struct Receipt: ResponseCodable, Sendable, Equatable {
    package let requestID: String
    package let user: String
    package var lines: [String] = []
}

/// Prints the receipt of one request, for all services of that request.
final class ReceiptPrinter: Sendable {
    private let printed: NIOLockedValueBox<Receipt>

    init(requestID: RequestIdentifier, user: User) {
        printed = NIOLockedValueBox(Receipt(requestID: requestID.text, user: user.name))
    }

    var receipt: Receipt { printed.withLockedValue { $0 } }

    func print(_ line: String) { printed.withLockedValue { $0.lines.append(line) } }
}
