/// Prints what a container resolves, as trees of who asked for what.
///
/// A tree is printed when its outermost resolution returns, in one piece, so that threads and tasks do not mix:
///
/// ```
/// 0: Newsstand.FeedViewModel = created in 1.20 ms (transient, asked for at Newsstand/FeedScreen.swift:12)
/// 1:     Newsstand.FeedLoader = created in 0.90 ms (cached)
/// 2:         Newsstand.Store = kept
/// ```
///
/// It traces the one container, from when it is made until ``end()`` or until it is released.
///
/// ```swift
/// let tracer = ResolutionTracer(container) { text in log.debug("\(text)") }
/// ```
///
/// What a decorator decorates is resolved before the decorator runs, and so is a tree of its own, or a line of its own
/// before the decorator's. Of a creation that goes on when what it was asked for by has ended, the tree says
/// `being created`, and a line of its own tells when it has ended. At most 10,000 lines wait to be printed: beyond that,
/// the tree that has waited longest is printed as it stands.
public final class ResolutionTracer: Sendable {
    private let observation: ResolutionObservation

    /// Begins to trace.
    ///
    /// - Parameters:
    ///   - container: What to trace.
    ///   - sink: Called with each tree, on the thread that has resolved it and under no lock. Several threads may call it
    ///     at once. It may use the container: what it resolves is not traced. By default, it prints.
    public init(
        _ container: DependencyContainer = .shared,
        sink: @escaping @Sendable (_ tree: String) -> Void = { print($0) }
    ) {
        let trees = Protected(ResolutionTrees())
        observation = container.observe { event in
            let complete = trees.withLock { $0.add(event) }
            if complete.isEmpty { return }
            for tree in complete { sink(tree.description) }
            trees.withLock { $0.haveBeenPrinted(on: event.thread) }
        }
    }

    /// Ends the tracing, without printing what is incomplete. Calling it again has no effect.
    public func end() { observation.cancel() }
}
