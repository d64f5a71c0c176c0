public import Hopoate

/// Prints the resolutions of a container as trees, which show what each creator resolved.
///
/// The tracer prints a tree in one piece, when its outermost resolution returns. So threads and tasks do not mix:
///
/// ```
/// 0: Newsstand.FeedViewModel = created in 1.20 ms (transient, asked for at Newsstand/FeedScreen.swift:12)
/// 1:     Newsstand.FeedLoader = created in 0.90 ms (cached)
/// 2:         Newsstand.Store = kept
/// ```
///
/// It traces one container, until ``end()`` or until it is released.
///
/// ```swift
/// import HopoateDiagnostics
///
/// let tracer = ResolutionTracer(container) { text in log.debug("\(text)") }
/// ```
///
/// A decorated service is resolved before its decorator runs. So it has a tree of its own, or a line before the decorator's.
/// If a creation outlasts the one that needs it, the tree says `being created`, and a line of its own says when the creation
/// has ended.
public final class ResolutionTracer: Sendable {
    private let observation: ResolutionObservation

    /// Begins to trace.
    ///
    /// - Parameters:
    ///   - container: The container to trace.
    ///   - sink: Called with each tree, on the thread that has resolved it and under no lock. Several threads may call it
    ///     at once. It may use the container: its own resolutions are not traced. By default, it prints.
    public init(
        _ container: DependencyContainer = .shared,
        sink: @escaping @Sendable (_ tree: String) -> Void = { print($0) }
    ) {
        let trees = Protected(TracedTrees())
        observation = container.observe { event in
            guard let tree = trees.withLock({ $0.add(event) }) else { return }
            sink(tree.description)
            _ = trees.withLock { $0.printingThreads.remove(event.thread) }
        }
    }

    /// Ends the tracing. A tree in progress may still be printed when it is complete. Calling it again has no effect.
    ///
    /// ```swift
    /// let tracer = ResolutionTracer(container)
    /// launch()
    /// tracer.end()
    /// ```
    public func end() { observation.cancel() }
}
