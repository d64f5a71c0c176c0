import Hopoate

/// A resolution with those within it: a tree, if it is an outermost one.
final class TracedResolution {
    /// The last event of the resolution.
    fileprivate var event: ResolutionEvent
    /// In the order in which they were asked for.
    fileprivate var within: [TracedResolution] = []

    fileprivate init(_ event: ResolutionEvent) { self.event = event }

    /// This and what it needed, the outer ones first.
    fileprivate var all: some Sequence<(depth: Int, resolution: TracedResolution)> {
        sequence(state: [(depth: 0, resolution: self)]) { rest in
            let next = rest.popLast()
            if let next { rest += next.resolution.within.reversed().map { (next.depth + 1, $0) } }
            return next
        }
    }

    /// The tree, with a line for each resolution.
    var description: String { all.map { $1.line(depth: $0) }.joined(separator: "\n") }

    private func line(depth: Int) -> String {
        let duration = "\((event.durationInSeconds ?? 0).inMilliseconds) ms"
        let outcome =
            switch event.kind {
            case .creationBegan: "being created"
            case .creationEnded: "created in \(duration)"
            case .creationFailed: "failed after \(duration)"
            case .hit, .registered: "kept"
            }
        var details = event.kind == .hit ? [] : ["\(event.registration.lifetime)"]
        if depth == 0 || event.kind == .creationFailed { details.append("asked for at \(event.fileID):\(event.line)") }
        let remark = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        // A line also says how deep it is: with more, the text of a long chain would grow with its square.
        let indentation = String(repeating: "    ", count: min(depth, 40))
        return "\(depth): \(indentation)\(event.registration.serviceDescription) = \(outcome)\(remark)"
    }
}

/// The trees that grow, of all threads and tasks.
///
/// A tree is complete when its outermost resolution is. Creations that still run within it, and those that began
/// before the tracer, are not waited for: their ends make trees of their own.
struct TracedTrees {
    /// The oldest first.
    private var trees: [TracedResolution] = []
    private var running: [CreationID: TracedResolution] = [:]
    /// The threads that print complete trees, which may resolve something itself.
    var printingThreads: Set<UInt64> = []

    /// Adds an event, and returns the tree to be printed on its thread, which is one of the `printingThreads` until
    /// the caller takes it out.
    mutating func add(_ event: ResolutionEvent) -> TracedResolution? {
        if event.kind == .registered || printingThreads.contains(event.thread) { return nil }
        let creation = event.creation
        let known = creation.flatMap { running.removeValue(forKey: $0) }
        let resolution = known ?? TracedResolution(event)
        resolution.event = event
        if known == nil {
            let outer = event.around.first { running[$0] != nil }.flatMap { running[$0] }
            if let outer { outer.within.append(resolution) } else { trees.append(resolution) }
        }
        if event.kind == .creationBegan, let creation {
            running[creation] = resolution
            return nil
        }
        guard let index = trees.lastIndex(where: { $0 === resolution }) else { return nil }
        printingThreads.insert(event.thread)
        let tree = trees.remove(at: index)
        for (_, resolution) in tree.all {
            if let creation = resolution.event.creation, running[creation] === resolution { running[creation] = nil }
        }
        return tree
    }
}
