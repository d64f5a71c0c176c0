import Hopoate

let hopoate = Library(name: "Hopoate") { row in
    let shared = DependencyContainer.shared
    shared.removeAll()
    shared.register((any Service).self) { Implementation() }
    let kept: Body = { DependencyContainer.shared.resolve((any Service).self) }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        visitFillers(Registrar())
        return [kept]
    case .wrapper, .followingWrapper:
        let model = Model()
        return [{ model.service }]
    case .transient:
        shared.register(Implementation.self, lifetime: .transient) { Implementation() }
        return [{ DependencyContainer.shared.resolve(Implementation.self) }]
    case .chain:
        shared.register(Chain1.self, lifetime: .transient) { End() }
        visitChain(LinkRegistrar())
        return [{ DependencyContainer.shared.resolve(Chain10.self) }]
    case .override:
        let override: Body = {
            let shared = DependencyContainer.shared
            let token = shared.register(Mock.mock, for: (any Service).self)
            defer { shared.remove(token) }
            return shared.resolve((any Service).self)
        }
        return [override, kept]
    case .twoThreads:
        shared.register((any OtherService).self) { Implementation() }
        return [kept, { DependencyContainer.shared.resolve((any OtherService).self) }]
    }
}

private final class Model {
    @Dependency var service: any Service
}

private struct Registrar: FillerVisitor {
    func visit<Name>(_ filler: Filler<Name>.Type) {
        DependencyContainer.shared.register(filler) { Filler() }
        _ = DependencyContainer.shared.resolve(filler)
    }
}

private struct LinkRegistrar: ChainVisitor {
    func visit<Next: AnyObject & Sendable>(_ next: Next.Type) {
        DependencyContainer.shared.register(Link<Next>.self, lifetime: .transient) {
            Link(DependencyContainer.shared.resolve(next))
        }
    }
}
