extension DependencyGraph: CustomStringConvertible {
    /// The graph as a tree, which leads from services that nothing depends on to services without dependencies.
    ///
    /// ```
    /// Newsfeed (cached, Newsstand/App.swift:12)
    /// ├── ArticleStore "disk" (cached, Newsstand/App.swift:9)
    /// │   └── lazy: Clock (eager, Newsstand/App.swift:8)
    /// └── Log (not registered)
    /// ```
    public var description: String { Drawing(self).tree.joined(separator: "\n") }
}

extension Drawing {
    /// The lines of the drawing as a tree. It begins with the boxes that nothing needs; cycles follow.
    ///
    /// Each box is expanded once. A box 24 levels deep is expanded further down, as it would be too deep to read.
    fileprivate var tree: [String] {
        var lines: [String] = []
        var expanded: Set<Int> = []
        let roots = boxes.indices.filter { root in boxes[root].neededBy.allSatisfy { $0 == root } }
        // The boxes to expand, the next one last.
        var pending = boxes.indices.reversed() + roots.reversed()
        func add(_ index: Int, _ lead: String, indent: String, depth: Int) {
            let box = boxes[index]
            let isAbove = expanded.contains(index)
            let isElsewhere = !box.needs.isEmpty && (isAbove || depth == 24)
            let remark = !isElsewhere ? box.remark : isAbove ? "see above" : box.remark + ", continued below"
            lines.append("\(lead)\(box.label.escaped([:])) (\(remark))")
            if isElsewhere, !isAbove { pending.append(index) }
            if isElsewhere { return }
            expanded.insert(index)
            for (position, arrow) in box.needs.enumerated() {
                let (branch, space) = position == box.needs.count - 1 ? ("└── ", "    ") : ("├── ", "│   ")
                let mark = arrow.mark.map { "\($0): " } ?? ""
                add(arrow.to, indent + branch + mark, indent: indent + space, depth: depth + 1)
            }
        }
        while let next = pending.popLast() { if !expanded.contains(next) { add(next, "", indent: "", depth: 0) } }
        return lines
    }
}
