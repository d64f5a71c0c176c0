// A chain of ten transient services, each created from the one before it.

import Hopoate

protocol Chained: AnyObject, SendableMetatype {}

final class End: Chained {
    let number = CommandLine.argc
}

final class Link<Next: Chained>: Chained {
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

func makeChainByHand() -> Chain10 {
    Link(Chain9(Chain8(Chain7(Chain6(Chain5(Chain4(Chain3(Chain2(Chain1())))))))))
}

func registerChain(in container: DependencyContainer) {
    func register<Next>(_ next: Next.Type) where Next: Chained {
        container.register(Link<Next>.self, lifetime: .transient) { Link(container.resolve(Next.self)) }
    }
    container.register(End.self, lifetime: .transient) { End() }
    register(Chain1.self)
    register(Chain2.self)
    register(Chain3.self)
    register(Chain4.self)
    register(Chain5.self)
    register(Chain6.self)
    register(Chain7.self)
    register(Chain8.self)
    register(Chain9.self)
}
