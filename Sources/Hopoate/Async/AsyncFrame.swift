/// The look-up whose asynchronous creator a task runs, for the look-ups of that creator.
///
/// Tasks that the creator starts inherit it. One that outlives the creation finds nothing in it, and holds nothing by it.
final class AsyncFrame: Sendable {
    private let running: Protected<Lookup?>

    @inline(never)
    init(of lookup: Lookup) {
        running = Protected(Lookup(asyncFrameOf: lookup))
        ProcessFlag.asyncCreators.set()
        lookup.maker.countCreations(1)
    }

    /// The creation that the current task runs, or runs a part of.
    static let taskLocal = TaskLocal<AsyncFrame?>(wrappedValue: nil)

    static var current: AsyncFrame? { ProcessFlag.asyncCreators.isSet ? taskLocal.get() : nil }

    /// Nil when the creation has ended.
    var lookup: Lookup? { running.withLock(\.self) }

    func end() { running.withLock { $1.replace(&$0, with: nil) } }
}

extension StackTable {
    /// Counts the asynchronous creations in progress here and in children, which may look up services of the parents.
    @inline(never)
    func countCreations(_ change: Int) {
        let waiting = withState { state in
            state.creations += change
            return state.creations == 0 ? state.awaitingCreations.take() : nil
        }
        for body in waiting ?? [] { body() }
        parent?.countCreations(change)
    }
}
