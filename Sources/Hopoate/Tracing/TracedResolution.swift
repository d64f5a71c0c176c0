/// A resolution with those within it: a tree, if it is an outermost one.
final class TracedResolution {
    /// The last event of the resolution.
    private var event: ResolutionEvent
    /// In the order in which they were asked for.
    private var within: [TracedResolution] = []

    private init(_ event: ResolutionEvent) { self.event = event }

    private var all: [(depth: Int, resolution: TracedResolution)] {
        [(0, self)] + within.flatMap { $0.all.map { ($0.depth + 1, $0.resolution) } }
    }

    /// The tree, with a line for each resolution.
    var description: String {
        let lines = all.map { depth, resolution in
            "\(depth): \(String(repeating: "    ", count: depth))\(resolution.line(isOutermost: depth == 0))"
        }
        return lines.joined(separator: "\n")
    }

    private func line(isOutermost: Bool) -> String {
        let duration = "\(Milliseconds(seconds: event.durationInSeconds ?? 0)) ms"
        var details = ["\(event.registration.lifetime)"]
        let outcome: String
        switch event.kind {
        case .creationBegan: outcome = "being created"
        case .creationEnded: outcome = "created in \(duration)"
        case .creationFailed: outcome = "failed after \(duration)"
        case .hit, .registered: (outcome, details) = ("kept", [])
        }
        if isOutermost || event.kind == .creationFailed { details.append("asked for at \(event.fileID):\(event.line)") }
        let remark = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return "\(event.registration.serviceDescription) = \(outcome)\(remark)"
    }
}

extension TracedResolution {
    /// The trees that grow, of all threads and tasks.
    ///
    /// A tree is complete when its outermost resolution is. Creations that still run within it, and those that began
    /// before the tracer, are not waited for: their ends make trees of their own.
    struct Trees {
        /// The oldest first.
        private var trees: [TracedResolution] = []
        private var running: [RunningCreation: TracedResolution] = [:]
        /// How many resolutions the trees hold.
        private var count = 0
        /// The threads that print complete trees, which may resolve something itself.
        private var printingThreads: Set<ObjectIdentifier> = []

        private static let limit = 10_000

        /// Adds an event, and returns the trees to be printed on its thread. After that, call `haveBeenPrinted(on:)`.
        mutating func add(_ event: ResolutionEvent) -> [TracedResolution] {
            if printingThreads.contains(event.thread) { return [] }
            var complete: [TracedResolution] = []
            switch event.kind {
            case .registered: break
            case .hit, .creationBegan: complete = begin(TracedResolution(event), event)
            case .creationEnded, .creationFailed:
                let known = event.creation.flatMap { running.removeValue(forKey: $0) }
                let resolution = known ?? TracedResolution(event)
                resolution.event = event
                if let index = trees.firstIndex(where: { $0 === resolution }) { complete = [take(index)] }
                if known == nil { complete = [resolution] }
            }
            while count > Trees.limit { complete.append(take(0)) }
            if !complete.isEmpty { printingThreads.insert(event.thread) }
            return complete
        }

        mutating func haveBeenPrinted(on thread: ObjectIdentifier) { printingThreads.remove(thread) }

        private mutating func begin(_ resolution: TracedResolution, _ event: ResolutionEvent) -> [TracedResolution] {
            if let creation = event.around.first(where: { running[$0] != nil }) {
                running[creation]?.within.append(resolution)
            } else if event.kind == .hit {
                return [resolution]
            } else {
                trees.append(resolution)
            }
            count += 1
            if let creation = event.creation { running[creation] = resolution }
            return []
        }

        private mutating func take(_ index: Int) -> TracedResolution {
            let tree = trees.remove(at: index)
            for (_, resolution) in tree.all {
                count -= 1
                guard let creation = resolution.event.creation, running[creation] === resolution else { continue }
                running[creation] = nil
            }
            return tree
        }
    }
}
