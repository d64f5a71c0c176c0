#if canImport(Resolver)
import Resolver

let resolver: Library? = Library(name: "Resolver") { row in
    Resolver.reset()
    Resolver.register { Implementation() as any Service }.scope(.application)
    let kept: Body = { Resolver.resolve((any Service).self) }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        visitFillers(Registrar())
        return [kept]
    case .wrapper:
        let model = Model()
        return [{ model.service }]
    case .followingWrapper:
        return nil
    case .transient:
        Resolver.register { Implementation() }.scope(.unique)
        return [{ Resolver.resolve(Implementation.self) }]
    case .chain:
        Resolver.register { End() }.scope(.unique)
        visitChain(LinkRegistrar())
        return [{ Resolver.resolve(Chain10.self) }]
    case .override:
        let override: Body = {
            let mocks = Resolver(child: .main)
            mocks.register { Mock.mock as any Service }
            Resolver.root = mocks
            defer { Resolver.root = .main }
            return Resolver.resolve((any Service).self)
        }
        return [override, kept]
    case .twoThreads:
        Resolver.register { Implementation() as any OtherService }.scope(.application)
        return [kept, { Resolver.resolve((any OtherService).self) }]
    }
}

private final class Model {
    @Injected var service: any Service
}

private struct Registrar: FillerVisitor {
    func visit<Name>(_ filler: Filler<Name>.Type) {
        Resolver.register { Filler<Name>() }.scope(.application)
        _ = Resolver.resolve(filler)
    }
}

private struct LinkRegistrar: ChainVisitor {
    func visit<Next: AnyObject & Sendable>(_ next: Next.Type) {
        Resolver.register { Link<Next>($0.resolve()) }.scope(.unique)
    }
}
#else
let resolver: Library? = nil
#endif
