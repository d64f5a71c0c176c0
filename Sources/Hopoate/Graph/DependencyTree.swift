/// The lines of a drawing that is written as a tree, for text and for pages.
///
/// It begins with the boxes that nothing needs; cycles follow. A box is expanded once. Where it would stand too deep to
/// be read, it is expanded further down.
struct DependencyTree {
    struct Line {
        let depth: Int
        /// The branches in front of a line of text.
        let branches: String
        let mark: String?
        let box: Drawing.Box
        /// What the line tells about the box.
        let remark: String
        /// Whether the needs of the box stand elsewhere.
        let isElsewhere: Bool
    }

    private(set) var lines: [Line] = []
    private let drawing: Drawing
    private var arrows: [[Drawing.Arrow]]
    private var isExpanded: [Bool]
    /// The boxes that wait to be expanded, the next one last.
    private var open: [Int]

    private static let deepest = 24

    init(_ drawing: Drawing) {
        self.drawing = drawing
        arrows = Array(repeating: [], count: drawing.boxes.count)
        isExpanded = Array(repeating: false, count: drawing.boxes.count)
        var isNeeded = isExpanded
        for arrow in drawing.arrows {
            arrows[arrow.from].append(arrow)
            if arrow.to != arrow.from { isNeeded[arrow.to] = true }
        }
        open = arrows.indices.filter { isNeeded[$0] }.reversed() + arrows.indices.filter { !isNeeded[$0] }.reversed()
        while let root = open.popLast() {
            if isExpanded[root] { continue }
            let position = open.count
            add(root, nil, depth: 0, branches: "", indent: "")
            open[position...].reverse()
        }
    }

    private mutating func add(_ index: Int, _ mark: String?, depth: Int, branches: String, indent: String) {
        let box = drawing.boxes[index]
        let isAbove = isExpanded[index] && !arrows[index].isEmpty
        let isBelow = !isAbove && !arrows[index].isEmpty && depth == Self.deepest
        if isBelow { open.append(index) } else { isExpanded[index] = true }
        var remarks = [box.details]
        if let node = box.node { remarks.append(node.place) }
        if box.style == .covered { remarks.append("covered") }
        if box.node?.hasKnownDependencies == false { remarks.append("dependencies unknown") }
        if isBelow { remarks.append("continued below") }
        lines.append(
            Line(
                depth: depth,
                branches: branches,
                mark: mark,
                box: box,
                remark: isAbove ? "see above" : remarks.joined(separator: ", "),
                isElsewhere: isAbove || isBelow
            )
        )
        if isAbove || isBelow { return }
        for (position, arrow) in arrows[index].enumerated() {
            let isLast = position == arrows[index].count - 1
            add(
                arrow.to,
                arrow.mark,
                depth: depth + 1,
                branches: indent + (isLast ? "└── " : "├── "),
                indent: indent + (isLast ? "    " : "│   ")
            )
        }
    }
}

extension DependencyGraph: CustomStringConvertible {
    /// The graph as a tree, from what nothing depends on down to what depends on nothing.
    ///
    /// ```
    /// Newsfeed (cached, Newsstand/App.swift:12)
    /// ├── ArticleStore "disk" (cached, Newsstand/App.swift:9)
    /// │   └── lazy: Clock (eager, Newsstand/App.swift:8)
    /// └── Log (not registered)
    /// ```
    public var description: String {
        DependencyTree(Drawing(self)).lines.map { line in
            "\(line.branches)\(line.mark.map { "\($0): " } ?? "")\(line.box.label) (\(line.remark))"
        }
        .joined(separator: "\n")
    }
}
