import Hopoate
import ServiceLifecycle

/// Closes the ledger's books again and again, until the server shuts down.
struct Bookkeeper: Service {
    @Dependency private var ledger: Ledger
    private let interval: Duration

    /// Create the job outside of all requests, so that its properties use the app's container.
    init(interval: Duration) { self.interval = interval }

    func run() async {
        // A shutdown ends the pause, and not a filing in progress.
        while (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }) != nil {
            await ledger.closeBooks()
        }
    }
}
