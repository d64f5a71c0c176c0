import Hopoate
package import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server.
package struct Tollbooth: Service {
    /// The routes, and the services that run beside them.
    package let application: Application<RouterResponder<BasicRequestContext>>
    private let container = DependencyContainer.shared

    /// Makes a server of the services in the shared container. It does not listen yet.
    ///
    /// - Parameters:
    ///   - port: The port to listen on, or 0 for one that is free.
    ///   - interval: The bookkeeper closes the ledger's books each time it has passed.
    ///   - onServerRunning: Called with the port when the server listens.
    package init(
        port: Int = 0,
        closingBooksEvery interval: Duration = .seconds(60),
        onServerRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        var application = Application(
            router: Tollbooth.router(container),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [Bookkeeper(interval: interval)],
            onServerRunning: { channel in channel.localAddress?.port.map(onServerRunning) },
            logger: container.resolve(Logger.self)
        )
        // The services that use the archive look it up without `await`.
        application.beforeServerStarts { [container] in
            _ = try await container.asyncResolve(Archive.self)
        }
        self.application = application
    }

    /// Serves until SIGINT, SIGTERM or the service group asks for a graceful shutdown. Then it closes the services of the
    /// container: the ledger files its last books, and after it the archive is closed.
    ///
    /// A service beside the server would be the wrong place to do so. Cancelled services stop in no particular order, and a
    /// request that is still running would find nothing registered.
    package func run() async throws {
        do {
            try await application.runService()
        } catch {
            await container.asyncRemoveAll()
            throw error
        }
        await container.asyncRemoveAll()
    }

    private static func router(_ container: DependencyContainer) -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: RequestContainerMiddleware(app: container))
        router.post("passages/:vehicle") { _, context in
            let vehicle = try context.parameters.require("vehicle", as: Vehicle.self)
            try await resolve(TollCollector.self).letPass(vehicle)
            return resolve(ReceiptPrinter.self).receipt
        }
        router.get("books") { _, _ in resolve(Ledger.self).openBooks }
        return router
    }
}
