import HTTPTypes
import Hummingbird

@testable import TollboothApp

/// A gate that does not open.
struct JammedGate: Gate {
    func open() async throws { throw HTTPError(.serviceUnavailable) }
}

/// A gate that opens when a number of vehicles wait at it.
actor Rendezvous: Gate {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let arrival = AsyncStream.makeStream(of: Void.self)

    init(of count: Int) { self.count = count }

    /// Returns when a number of vehicles wait.
    nonisolated func arrived(_ count: Int) async { for await _ in arrival.stream.prefix(count) {} }

    func open() async {
        arrival.continuation.yield()
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for vehicle in waiting { vehicle.resume() }
            waiting = []
        }
    }
}
