/// Tells a creation from all others that run at the same time.
struct CreationID: Hashable {
    /// The number of the thread, or of the asynchronous creation.
    let runner: UInt64
    /// How many creators run around it on the thread.
    let depth: Int
}
