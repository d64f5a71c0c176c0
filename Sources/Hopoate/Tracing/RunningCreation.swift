/// Tells a creation from all others that run at the same time.
struct RunningCreation: Hashable {
    /// The thread, or the asynchronous creation.
    let maker: UInt64
    /// How many creators run around it on the thread.
    let depth: Int
}
