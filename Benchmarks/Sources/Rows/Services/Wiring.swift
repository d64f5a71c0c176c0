// A container of services that need three others each.

import Hopoate

protocol Digit: SendableMetatype {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// A service for each number.
struct Numbered<Thousands: Digit, Hundreds: Digit, Tens: Digit, Ones: Digit>: Node {}

protocol Node: SendableMetatype {
    init()
}

private let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

func makeWiredContainer(of count: Int) -> DependencyContainer {
    let container = DependencyContainer()
    var nodes: [any Node.Type] = []
    for number in 0..<count {
        let digit = [1_000, 100, 10, 1].map { digits[number / $0 % 10] }
        let node = makeNode(digit[0], digit[1], digit[2], digit[3])
        nodes.append(node)
        let needed = [max(number - 1, 0), number / 2, number / 3].map { nodes[$0] }
        register(node, in: container, needing: needed[0], needed[1], needed[2])
    }
    return container
}

private func makeNode<A: Digit, B: Digit, C: Digit, D: Digit>(
    _ thousands: A.Type,
    _ hundreds: B.Type,
    _ tens: C.Type,
    _ ones: D.Type
) -> any Node.Type {
    Numbered<A, B, C, D>.self
}

/// Registers a node that needs three others. The first node needs nothing.
private func register<N: Node, A: Node, B: Node, C: Node>(
    _ node: N.Type,
    in container: DependencyContainer,
    needing first: A.Type,
    _ second: B.Type,
    _ third: C.Type
) {
    if node == first {
        container.autoregister(node, initializer: N.init)
    } else {
        container.autoregister(node) { (_: A, _: B, _: C) in N() }
    }
}
