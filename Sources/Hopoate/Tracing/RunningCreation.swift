/// Tells a creation from all others that run at the same time.
enum RunningCreation: Hashable {
    /// By its thread, and how many creators run around it there.
    case onThread(UInt, depth: Int)
    /// By its number.
    case asynchronous(UInt64)
}

extension UnsafeMutablePointer<ResolvingThread> {
    /// The creations that run on this thread, which is the current one, and in its task: the innermost first.
    var runningCreations: [RunningCreation] {
        let thread = UInt(bitPattern: self)
        let onThread = (0..<pointee.depth).reversed().map { RunningCreation.onThread(thread, depth: $0) }
        return onThread + (AsyncCreationMark.current?.runningCreations ?? [])
    }
}

extension AsyncCreationMark {
    /// The creation and those that it was asked for by, the innermost first.
    var runningCreations: [RunningCreation] { [.asynchronous(number)] + (outer?.runningCreations ?? []) }
}
