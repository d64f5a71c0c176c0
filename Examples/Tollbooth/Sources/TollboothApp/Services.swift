package import Hopoate
package import Logging

/// Registers the services of the booth.
///
/// - Parameters:
///   - container: The app's container. It becomes the parent of each request's container.
///   - database: The file that the archive is in.
///   - logger: The app's logger. Each request has a copy of it, which adds the request's id and user.
package func registerServices(in container: DependencyContainer, database: String, logger: Logger) {
    // The app's container creates and caches these, even if a request needs one first.
    container.register(logger, for: Logger.self)
    container.register(Tariff(), for: Tariff.self)
    container.register(Barrier(), for: (any Gate).self)
    container.register(Archive.self) {
        try await Archive.open(at: database, logger: resolve(Logger.self))
    }
    .onRemove { await $0.close() }
    container.autoregister(Ledger.self, initializer: Ledger.init(archive:))
        .onRemove { await $0.close() }

    // Each request's container creates its own, from the request's id, user and logger.
    container.register(TollCollector.self, lifetime: .transient) { TollCollector() }
    container.autoregister(
        ReceiptPrinter.self,
        lifetime: .perContainer,
        initializer: ReceiptPrinter.init(requestID:user:archive:)
    ).onRemove { await $0.close() }
}
