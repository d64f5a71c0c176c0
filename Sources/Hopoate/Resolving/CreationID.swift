/// Tells a creation from all others that run at the same time.
package struct CreationID: Hashable {
    /// The number of the thread, or of the asynchronous creation.
    let runner: UInt64
    /// How many creators run around it on the thread.
    let depth: Int
}

/// The creator of a registration, which is known by its origin, as it runs for a container.
package struct RanCreator: Hashable, Sendable {
    package let origin: UInt64
    /// The number of the container.
    package let maker: UInt64

    package init(origin: UInt64, maker: UInt64) { (self.origin, self.maker) = (origin, maker) }
}
