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
        registerChain()
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

private func registerChain() {
    func register<Next: Sendable>(_ next: Next.Type) {
        Resolver.register { Link<Next>($0.resolve()) }.scope(.unique)
    }
    Resolver.register { End() }.scope(.unique)
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
#else
let resolver: Library? = nil
#endif
