/// The look-up whose asynchronous creator a task runs, for the look-ups of that creator.
///
/// Tasks that the creator starts inherit it. One that outlives the creation finds nothing in it, and holds nothing by it.
final class AsyncFrame: Sendable {
    private let running: Protected<Lookup?>

    init(of lookup: Lookup) {
        running = Protected(Lookup(asyncFrameOf: lookup))
        ProcessFlag.asyncCreators.set()
    }

    /// The creation that the current task runs, or runs a part of.
    static let taskLocal = TaskLocal<AsyncFrame?>(wrappedValue: nil)

    /// Nil when the creation has ended.
    var lookup: Lookup? { running.withLock(\.self) }

    func end() { running.withLock { $1.replace(&$0, with: nil) } }
}
