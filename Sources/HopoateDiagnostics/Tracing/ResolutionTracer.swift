public import Hopoate

/// Prints the resolutions of a container as trees, which show what each creator resolved.
///
/// ```swift
/// import HopoateDiagnostics
///
/// let tracer = ResolutionTracer(container) { text in log.debug("\(text)") }
/// ```
///
/// A resolution that no creator makes is an outermost one. Its tree is printed when it returns, so threads do not mix their output:
///
/// ```
/// 0: Newsstand.FeedViewModel = created in 1.20 ms (transient, requested at Newsstand/FeedScreen.swift:12)
/// 1:     Newsstand.FeedLoader = created in 0.90 ms (cached)
/// 2:         Newsstand.Store = kept
/// ```
///
/// The tracer works until ``end()`` or until it is released. A tree shows a decorated service above its decorator. If a service is
/// still being created when the tree is printed, the tree says `being created`, and a later line says when the creation has ended.
public final class ResolutionTracer: Sendable {
    private let observation: ResolutionObservation

    /// Starts to trace a container.
    ///
    /// ```swift
    /// let tracer = ResolutionTracer(container) { text in log.debug("\(text)") }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container to trace. By default the container that is shared now.
    ///   - sink: Called with each tree, on the thread that resolved it and under no lock. Several threads may call it at the same
    ///     time. It may use the container: its own resolutions are not traced. By default, it prints.
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

    /// Stops tracing. A resolution that is in progress may still print its tree. Calling this again has no effect.
    ///
    /// ```swift
    /// let tracer = ResolutionTracer(container)
    /// launch()
    /// tracer.end()
    /// ```
    public func end() { observation.cancel() }
}
