// Any number of other services: the nodes of a binary tree of generic types.

import Hopoate

struct Left<Parent> {}
struct Right<Parent> {}

/// An operation on types that are only known at run time.
protocol TypeVisitor {
    mutating func visit<Visited>(_ type: Visited.Type)
}

/// Registers each type that it visits as an instance of its metatype.
struct Registrar: TypeVisitor {
    let container: DependencyContainer

    func visit<Visited>(_ type: Visited.Type) { container.register(type, for: Visited.Type.self) }
}

/// Lets the runtime make a number of types, which changes the addresses of later ones.
package func makeTypes(_ count: Int) {
    struct NoOpVisitor: TypeVisitor {
        func visit<Visited>(_ type: Visited.Type) {}
    }
    var visitor = NoOpVisitor()
    visitTypes(count, &visitor)
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
