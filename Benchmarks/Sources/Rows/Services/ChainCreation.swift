// The two ways in which rows create the chain: by hand, and from transient services.

import Hopoate

func makeChainByHand() -> Chain10 {
    Link(Chain9(Chain8(Chain7(Chain6(Chain5(Chain4(Chain3(Chain2(Chain1())))))))))
}

func registerChain(in container: DependencyContainer) {
    container.register(Chain1.self, lifetime: .transient) { End() }
    visitChain(LinkRegistrar(container: container))
}

private struct LinkRegistrar: ChainVisitor {
    let container: DependencyContainer

    func visit<Next: AnyObject & Sendable>(_ next: Next.Type) {
        container.register(Link<Next>.self, lifetime: .transient) { [container] in Link(container.resolve(Next.self)) }
    }
}
