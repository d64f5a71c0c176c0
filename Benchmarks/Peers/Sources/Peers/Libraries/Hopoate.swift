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
        registerChain()
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

private func registerChain() {
    let shared = DependencyContainer.shared
    func register<Next: Sendable>(_ next: Next.Type) {
        shared.register(Link<Next>.self, lifetime: .transient) { Link(DependencyContainer.shared.resolve(next)) }
    }
    shared.register(Chain1.self, lifetime: .transient) { End() }
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
