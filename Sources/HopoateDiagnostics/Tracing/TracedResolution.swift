import Hopoate

/// A resolution with those that its creator caused: a tree, if it is an outermost one.
final class TracedResolution {
    /// The latest event of the resolution.
    fileprivate var event: ResolutionEvent
    /// The resolutions that the creator caused, in order.
    fileprivate var nested: [TracedResolution] = []

    fileprivate init(_ event: ResolutionEvent) { self.event = event }

    /// This and the resolutions within it, each before those within it.
    fileprivate var depthFirst: some Sequence<(depth: Int, resolution: TracedResolution)> {
        sequence(state: [(depth: 0, resolution: self)]) { pending in
            let next = pending.popLast()
            if let next { pending += next.resolution.nested.reversed().map { (next.depth + 1, $0) } }
            return next
        }
    }

    /// The tree, with a line for each resolution.
    var description: String { depthFirst.map { $1.line(depth: $0) }.joined(separator: "\n") }

    private func line(depth: Int) -> String {
        let duration = "\(((event.durationInSeconds ?? 0) * 100_000).rounded() / 100) ms"
        let outcome =
            switch event.kind {
            case .creationBegan: "being created"
            case .creationEnded: "created in \(duration)"
            case .creationFailed: "failed after \(duration)"
            case .hit, .registered: "kept"
            }
        var details = event.kind == .hit ? [] : ["\(event.registration.lifetime)"]
        if depth == 0 || event.kind == .creationFailed { details.append("requested at \(event.fileID):\(event.line)") }
        let remark = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        // Limits the indentation, as the text of a long chain would grow with its square. The line gives the depth too.
        let indentation = String(repeating: "    ", count: min(depth, 40))
        return "\(depth): \(indentation)\(event.registration.serviceDescription) = \(outcome)\(remark)"
    }
}

/// The trees in progress, of all threads and tasks.
///
/// A tree is complete when its outermost resolution is. It does not wait for creations that outlast it: their ends make trees
/// of their own. So do the ends of creations that began before the tracer.
struct TracedTrees {
    /// The oldest first.
    private var trees: [TracedResolution] = []
    private var running: [CreationID: TracedResolution] = [:]
    /// The threads that are printing a tree. Printing may resolve services, which are not traced.
    var printingThreads: Set<UInt64> = []

    /// Adds an event.
    ///
    /// - Returns: The tree to print, if one is complete. The caller then removes the event's thread from `printingThreads`.
    mutating func add(_ event: ResolutionEvent) -> TracedResolution? {
        if event.kind == .registered || printingThreads.contains(event.thread) { return nil }
        let creation = event.creation
        let known = creation.flatMap { running.removeValue(forKey: $0) }
        let resolution = known ?? TracedResolution(event)
        resolution.event = event
        if known == nil {
            let outer = event.enclosing { creation, _ in running[creation] != nil }.flatMap { running[$0] }
            if let outer { outer.nested.append(resolution) } else { trees.append(resolution) }
        }
        if event.kind == .creationBegan, let creation {
            running[creation] = resolution
            return nil
        }
        guard let index = trees.lastIndex(where: { $0 === resolution }) else { return nil }
        printingThreads.insert(event.thread)
        let tree = trees.remove(at: index)
        for (_, resolution) in tree.depthFirst {
            if let creation = resolution.event.creation, running[creation] === resolution { running[creation] = nil }
        }
        return tree
    }
}
