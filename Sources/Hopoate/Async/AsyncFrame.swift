/// The look-up whose asynchronous creator a task runs, for the look-ups of that creator.
///
/// Tasks that the creator starts inherit it. One that outlives the creation finds nothing in it, and holds nothing by it.
final class AsyncFrame: Sendable {
    private let running: Protected<(lookup: Lookup, container: DependencyContainer?)?>

    init(of lookup: Lookup) {
        running = Protected((Lookup(asyncFrameOf: lookup), lookup.maker.container))
        ProcessFlag.asyncCreators.set()
    }

    /// The creation that the current task runs, or runs a part of.
    static let taskLocal = TaskLocal<AsyncFrame?>(wrappedValue: nil)

    /// Nil when the creation has ended.
    var lookup: Lookup? { running.withLock { $0?.lookup } }

    /// The container whose services the creator finds. Its task lasts a little longer than those that await it wait.
    var container: DependencyContainer? { running.withLock { $0?.container } }

    func end() { withExtendedLifetime(running.withLock { $0.take() }) {} }
}
