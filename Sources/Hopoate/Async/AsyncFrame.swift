/// The look-up whose asynchronous creator a task runs, for the look-ups of that creator.
///
/// Tasks that the creator starts inherit it. One that outlives the creation finds nothing in it, and holds nothing by it.
final class AsyncFrame: Sendable {
    /// With the container whose services the creator finds.
    private let running: Protected<(lookup: Lookup, container: DependencyContainer?)?>

    @inline(never)
    init(of lookup: Lookup) {
        running = Protected((Lookup(asyncFrameOf: lookup), lookup.maker.container))
        ProcessFlag.asyncCreators.set()
        lookup.maker.countCreations(1)
    }

    /// The creation that the current task runs, or runs a part of.
    static let taskLocal = TaskLocal<AsyncFrame?>(wrappedValue: nil)

    static var current: AsyncFrame? { ProcessFlag.asyncCreators.isSet ? taskLocal.get() : nil }

    /// Nil when the creation has ended.
    var lookup: Lookup? { running.withLock { $0?.lookup } }

    var container: DependencyContainer? { running.withLock { $0?.container } }

    func end() {
        running.withLock { running, discarded in
            discarded.add(running?.lookup)
            discarded.add(running?.container)
            running = nil
        }
    }
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

    func afterCreations(_ body: @escaping @Sendable () -> Void) {
        let isCreating = withState { state in
            if state.creations > 0 { state.awaitingCreations = (state.awaitingCreations ?? []) + [body] }
            return state.creations > 0
        }
        if !isCreating { body() }
    }

    /// Runs `body` as soon as no asynchronous creation is in progress in several containers.
    static func afterCreations(in tables: ArraySlice<StackTable>, _ body: @escaping @Sendable () -> Void) {
        guard let table = tables.first else { return body() }
        table.afterCreations { afterCreations(in: tables.dropFirst(), body) }
    }

    /// Whether the current task creates something asynchronously for this container, or for a child of it, and would wait for itself.
    var isCreatingHere: Bool {
        ThreadState.current.creator { $0.isAsync && $0.maker.withParents.contains { $0 === self } } != nil
    }
}
