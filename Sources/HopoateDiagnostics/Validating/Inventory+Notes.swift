import Hopoate

extension Inventory {
    /// What only looks odd, what hangs on the order of look-ups, and what the check could not do. One line each.
    func notes(
        on graph: DependencyGraph,
        after record: CheckRecord?,
        _ options: CheckOptions
    ) -> [String] {
        let needs = Dictionary(grouping: graph.edges.filter { $0.to != nil && $0.kind != .decorates }) { $0.to! }
        return graph.nodes.flatMap { node in
            let ofTypes = options.properties[ObjectIdentifier(entries[node.id].service)] ?? []
            let ofOrder = node.answers ? notesOnOrder(of: node, needs[node.id] ?? [], ofTypes, in: graph) : []
            return ofOrder + (record.map { notes(on: node, after: $0, options) } ?? [])
        } + notesOnModules(in: graph)
    }

    /// Notes on a service that has to be awaited before others use it.
    private func notesOnOrder(
        of node: DependencyGraph.Node,
        _ needs: [DependencyGraph.Edge],
        _ properties: [String],
        in graph: DependencyGraph
    ) -> [String] {
        let layers = layers(of: node.id).map { entries[$0] }
        if lifetime(of: node.id) == .eager { return [] }
        let needs = needs.filter { graph.nodes[$0.from].isLive && (!entries[$0.from].isAsynchronous || $0.kind.isLate) }
        func note(_ remark: String, _ needs: [DependencyGraph.Edge]) -> [String] {
            let users = needs.map { graph.nodes[$0.from].serviceDescription } + properties
            if users.isEmpty { return [] }
            let others = users.count > 3 ? " and \(users.count - 3) more" : ""
            return ["\(node) \(remark) used by \(users.prefix(3).joined(separator: ", "))\(others)."]
        }
        if layers.contains(where: \.isAsynchronous) {
            return note("is asynchronous: await it at launch, before it is", needs)
        }
        guard let actor = layers.compactMap(\.actor).first?.actorName else { return [] }
        let others = needs.filter { graph.nodes[$0.from].actor != actor }
        return note("is created on the \(actor) only: elsewhere only an instance that is kept can be", others)
    }

    /// Notes on a registration that was not created, or whose creator has captured the checked container.
    private func notes(on node: DependencyGraph.Node, after record: CheckRecord, _ options: CheckOptions) -> [String] {
        var notes: [String] = []
        let origin = entries[node.id].origin
        if !record.found.contains(origin) {
            if node.kind == .takesArgument { notes.append("\(node) was not created: it takes an argument.") }
            if !node.isLive { notes.append("\(node) was not created: a newer registration is above it.") }
            if node.isLive, options.exceptions.contains(where: { $0 == entries[node.id].service }) {
                notes.append("\(node) was not created: it is passed as `except:`.")
            }
        }
        if let lookup = record.captured[origin] {
            let way = "in the checked container itself, which its creator has captured."
            notes.append("\(node) resolves \(lookup.key.description) at \(lookup.place) \(way)")
        }
        return notes
    }

    /// Notes on services that several modules register.
    private func notesOnModules(in graph: DependencyGraph) -> [String] {
        let ofModules = graph.nodes.filter { $0.kind != .decorator && $0.kind != .contribution && $0.module != nil }
        let repeated = Dictionary(grouping: ofModules) { [position(of: $0.id), $0.key] }.values
        return repeated.filter { Set($0.map(\.module)).count > 1 }.sorted { $0[0].id < $1[0].id }.map { nodes in
            let others = nodes.dropLast().compactMap(\.module).joined(separator: ", ")
            return "\(nodes[nodes.count - 1]) is used, but other modules register the service, too: \(others)."
        }
    }
}
