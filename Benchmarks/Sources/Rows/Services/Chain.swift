// A chain of ten services, each created from the one before it. `Peers` uses this file too.

final class End: Sendable {
    let number = CommandLine.argc
}

final class Link<Next: AnyObject & Sendable>: Sendable {
    let next: Next
    init(_ next: Next) { self.next = next }
}

typealias Chain1 = End
typealias Chain2 = Link<Chain1>
typealias Chain3 = Link<Chain2>
typealias Chain4 = Link<Chain3>
typealias Chain5 = Link<Chain4>
typealias Chain6 = Link<Chain5>
typealias Chain7 = Link<Chain6>
typealias Chain8 = Link<Chain7>
typealias Chain9 = Link<Chain8>
typealias Chain10 = Link<Chain9>

/// An operation on the types that links are created from.
protocol ChainVisitor {
    func visit<Next: AnyObject & Sendable>(_ next: Next.Type)
}

/// Visits all types of the chain but the last one.
func visitChain(_ visitor: some ChainVisitor) {
    visitor.visit(Chain1.self)
    visitor.visit(Chain2.self)
    visitor.visit(Chain3.self)
    visitor.visit(Chain4.self)
    visitor.visit(Chain5.self)
    visitor.visit(Chain6.self)
    visitor.visit(Chain7.self)
    visitor.visit(Chain8.self)
    visitor.visit(Chain9.self)
}
