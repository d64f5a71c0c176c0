protocol Store: Sendable { var name: String { get } }
struct RealStore: Store { let name = "real" }
struct MockStore: Store { let name = "mock" }

protocol Sink: Sendable {}
struct SpySink: Sink {}

/// Lets tasks wait until it is opened, cancelled ones too.
struct Gate: Sendable {
    private let end: AsyncStream<Void>.Continuation
    private let waiting: Task<Void, Never>

    init() {
        let (stream, end) = AsyncStream<Void>.makeStream()
        self.end = end
        waiting = Task.detached { for await _ in stream {} }
    }

    func open() { end.finish() }
    func wait() async { await waiting.value }
}

/// A creator or a clean-up that never ends, unless its task is cancelled.
func sleepForever() async throws { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
