import Hopoate
import Logging

/// Charges the vehicle of one request, and lets it pass.
struct TollCollector {
    @Dependency private var tariff: Tariff
    @Dependency private var gate: any Gate
    @Dependency private var ledger: Ledger
    @Dependency private var printer: ReceiptPrinter
    @Dependency private var logger: Logger

    /// Charges a vehicle when the gate has opened.
    func letPass(_ vehicle: Vehicle) async throws {
        let cents = tariff.cents(for: vehicle)
        try await gate.open()
        try ledger.enter(cents)
        printer.print("\(vehicle): \(cents) cents")
        logger.info("passed", metadata: ["vehicle": "\(vehicle)", "cents": "\(cents)"])
    }
}
