#if canImport(Swinject)
import Swinject

let swinject: Library? = Library(name: "Swinject") { row in
    let container = Container()
    let service = Implementation()
    container.register((any Service).self) { _ in service }.inObjectScope(.container)
    let kept: Body = { container.resolve((any Service).self) }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        visitFillers(Registrar(container: container))
        return [kept]
    case .wrapper, .followingWrapper:
        return nil
    case .transient:
        container.register(Implementation.self) { _ in Implementation() }.inObjectScope(.transient)
        return [{ container.resolve(Implementation.self) }]
    case .chain:
        container.register(Chain1.self) { _ in End() }.inObjectScope(.transient)
        visitChain(LinkRegistrar(container: container))
        return [{ container.resolve(Chain10.self) }]
    case .override:
        let override: Body = {
            container.register((any Service).self) { _ in Mock.mock }.inObjectScope(.container)
            defer { container.register((any Service).self) { _ in service }.inObjectScope(.container) }
            return container.resolve((any Service).self)
        }
        return [override, kept]
    case .twoThreads:
        container.register((any OtherService).self) { _ in Implementation() }.inObjectScope(.container)
        // Several threads may use this view only.
        let resolver = container.synchronize()
        return [{ resolver.resolve((any Service).self) }, { resolver.resolve((any OtherService).self) }]
    }
}

private struct Registrar: FillerVisitor {
    let container: Container

    func visit<Name>(_ filler: Filler<Name>.Type) {
        container.register(filler) { _ in Filler() }.inObjectScope(.container)
        _ = container.resolve(filler)
    }
}

private struct LinkRegistrar: ChainVisitor {
    let container: Container

    func visit<Next: AnyObject & Sendable>(_ next: Next.Type) {
        container.register(Link<Next>.self) { Link($0.resolve(next)!) }.inObjectScope(.transient)
    }
}
#else
let swinject: Library? = nil
#endif
