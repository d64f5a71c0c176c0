// As many other services as one likes: the nodes of a binary tree of generic types.

import Hopoate

struct Left<Parent> {}
struct Right<Parent> {}

/// Something to do with a type that is only known at run time.
protocol TypeVisitor {
    mutating func visit<Visited>(_ type: Visited.Type)
}

/// Registers an instance of each type that it visits: the type itself.
struct Registrar: TypeVisitor {
    let container: DependencyContainer

    func visit<Visited>(_ type: Visited.Type) { container.register(type, for: Visited.Type.self) }
}

/// Lets the runtime make a number of types, which moves those that it makes later.
package func makeTypes(_ count: Int) {
    struct Idler: TypeVisitor {
        func visit<Visited>(_ type: Visited.Type) {}
    }
    var idler = Idler()
    visitTypes(count, &idler)
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
