package import Hummingbird
package import Logging

/// The same handlers without a container: each service is passed to the object that uses it.
///
/// `Load/load` compares both under load.
package struct ServicesByHand: Sendable {
    private let tariff = Tariff()
    private let gate: any Gate = Barrier()
    private let ledger: Ledger
    private let archive: Archive
    private let logger: Logger

    package init(database: String, logger: Logger) async throws {
        archive = try await Archive.open(at: database, logger: logger)
        ledger = Ledger(archive: archive)
        self.logger = logger
    }

    package func close() async {
        await ledger.close()
        await archive.close()
    }

    package var router: Router<BasicRequestContext> {
        let router = Router()
        router.post("passages/:vehicle") { request, context in
            let vehicle = try context.parameters.require("vehicle", as: Vehicle.self)
            let request = try RequestByHand(request, context, self)
            try await request.letPass(vehicle)
            await request.printer.close()
            return EditedResponse(headers: [.requestID: request.id], response: request.printer.receipt)
        }
        router.get("books") { request, context in
            let request = try RequestByHand(request, context, self)
            return EditedResponse(headers: [.requestID: request.id], response: ledger.openBooks)
        }
        return router
    }

    /// The services of one request.
    private struct RequestByHand {
        let id: String
        let printer: ReceiptPrinter
        private let app: ServicesByHand
        private let logger: Logger

        init(_ request: Request, _ context: BasicRequestContext, _ app: ServicesByHand) throws {
            let (id, user) = try request.sender(in: context)
            self.id = id
            self.app = app
            printer = ReceiptPrinter(
                requestID: RequestIdentifier(text: id),
                user: User(name: user),
                archive: app.archive
            )
            var logger = app.logger
            logger[metadataKey: "request"] = "\(id)"
            logger[metadataKey: "user"] = "\(user)"
            self.logger = logger
        }

        /// Does what ``TollCollector`` does.
        func letPass(_ vehicle: Vehicle) async throws {
            let cents = app.tariff.cents(for: vehicle)
            try await app.gate.open()
            try app.ledger.enter(cents)
            printer.print("\(vehicle): \(cents) cents")
            logger.info("passed", metadata: ["vehicle": "\(vehicle)", "cents": "\(cents)"])
        }
    }
}
