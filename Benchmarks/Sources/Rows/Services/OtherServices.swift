// As many other services as one likes: the nodes of a binary tree of generic types.

struct Left<Parent> {}
struct Right<Parent> {}

/// Something to do with a type that is only known at run time.
protocol TypeVisitor {
    mutating func visit<Visited>(_ type: Visited.Type)
}

/// Visits a number of different types.
func visitTypes(_ count: Int, _ visitor: inout some TypeVisitor) {
    var remaining = count
    var depth = 1
    while remaining > 0 {
        visit(below: Void.self, depth: depth, &remaining, &visitor)
        depth += 1
    }
}

private func visit<Parent>(
    below parent: Parent.Type,
    depth: Int,
    _ remaining: inout Int,
    _ visitor: inout some TypeVisitor
) {
    guard remaining > 0 else { return }
    if depth == 0 {
        visitor.visit(parent)
        remaining -= 1
    } else {
        visit(below: Left<Parent>.self, depth: depth - 1, &remaining, &visitor)
        visit(below: Right<Parent>.self, depth: depth - 1, &remaining, &visitor)
    }
}
