/// What one outermost resolution has resolved: the first node and, within that, all others.
struct ResolutionTree: CustomStringConvertible {
    struct Node {
        /// The last event of the resolution.
        var event: ResolutionEvent
        /// In the order in which they were asked for.
        var children: [Int] = []
    }

    fileprivate(set) var nodes: [Node]

    init(_ root: ResolutionEvent) { nodes = [Node(event: root)] }

    /// Adds a node within another, and returns its index.
    fileprivate mutating func add(_ event: ResolutionEvent, within parent: Int) -> Int {
        nodes.append(Node(event: event))
        nodes[parent].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    var description: String { lines(of: 0, depth: 0).joined(separator: "\n") }

    private func lines(of index: Int, depth: Int) -> [String] {
        let indentation = String(repeating: "    ", count: depth)
        let line = "\(depth): \(indentation)\(nodes[index].event.trace(isOutermost: depth == 0))"
        return [line] + nodes[index].children.flatMap { lines(of: $0, depth: depth + 1) }
    }
}

extension ResolutionEvent {
    fileprivate func trace(isOutermost: Bool) -> String {
        let duration = "\(Milliseconds(seconds: durationInSeconds ?? 0)) ms"
        var details = ["\(registration.lifetime)"]
        let outcome: String
        switch kind {
        case .creationBegan: outcome = "being created"
        case .creationEnded: outcome = "created in \(duration)"
        case .creationFailed: outcome = "failed after \(duration)"
        case .hit, .registered:
            outcome = "kept"
            details = []
        }
        if isOutermost || kind == .creationFailed { details.append("asked for at \(place)") }
        let remark = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return "\(registration.serviceDescription) = \(outcome)\(remark)"
    }
}

/// The trees that grow, of all threads and tasks.
///
/// A tree is complete when its first node is. What then still runs within it, and what has begun before anybody
/// observed, is not waited for: its end makes a tree of its own.
struct ResolutionTrees {
    private struct Position {
        let tree: UInt64
        let node: Int
    }

    private let nodeLimit: Int
    private var nodeCount = 0
    private var trees: [UInt64: ResolutionTree] = [:]
    private var newest: UInt64 = 0
    private var running: [RunningCreation: Position] = [:]
    /// Where complete trees are being printed, which may resolve something itself.
    private var printingThreads: Set<UInt> = []

    init(nodeLimit: Int = 10_000) { self.nodeLimit = nodeLimit }

    /// Adds an event, and returns what is to be printed on its thread. After that, call `haveBeenPrinted(on:)`.
    mutating func add(_ event: ResolutionEvent) -> [ResolutionTree] {
        if printingThreads.contains(event.thread) { return [] }
        var complete: [ResolutionTree] = []
        switch event.kind {
        case .registered: break
        case .hit:
            if add(within: event.around, event) == nil { complete = [ResolutionTree(event)] }
        case .creationBegan:
            guard let creation = event.creation else { break }
            running[creation] = add(within: event.around, event) ?? plant(event)
        case .creationEnded, .creationFailed:
            if let position = event.creation.flatMap({ running.removeValue(forKey: $0) }) {
                trees[position.tree]?.nodes[position.node].event = event
                if position.node == 0 { complete = take(position.tree) }
            } else {
                complete = [ResolutionTree(event)]
            }
        }
        while nodeCount > nodeLimit, let oldest = trees.keys.min() { complete += take(oldest) }
        if !complete.isEmpty { printingThreads.insert(event.thread) }
        return complete
    }

    mutating func haveBeenPrinted(on thread: UInt) { printingThreads.remove(thread) }

    /// Nil when none of the creations around is known.
    private mutating func add(within around: ArraySlice<RunningCreation>, _ event: ResolutionEvent) -> Position? {
        for creation in around {
            guard let position = running[creation] else { continue }
            guard let node = trees[position.tree]?.add(event, within: position.node) else { continue }
            nodeCount += 1
            return Position(tree: position.tree, node: node)
        }
        return nil
    }

    private mutating func plant(_ event: ResolutionEvent) -> Position {
        newest += 1
        nodeCount += 1
        trees[newest] = ResolutionTree(event)
        return Position(tree: newest, node: 0)
    }

    private mutating func take(_ number: UInt64) -> [ResolutionTree] {
        guard let tree = trees.removeValue(forKey: number) else { return [] }
        nodeCount -= tree.nodes.count
        for node in tree.nodes where node.event.kind == .creationBegan {
            guard let creation = node.event.creation, running[creation]?.tree == number else { continue }
            running[creation] = nil
        }
        return [tree]
    }
}
