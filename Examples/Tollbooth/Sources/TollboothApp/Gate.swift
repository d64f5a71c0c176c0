/// The gate that every vehicle waits at.
protocol Gate: Sendable {
    /// Returns when the vehicle has passed.
    func open() async throws
}

/// A barrier, which takes a moment to rise.
struct Barrier: Gate {
    func open() async throws { try await Task.sleep(for: .milliseconds(1)) }
}
