// A hit in a container with many other services.

import Hopoate

let crowdRows = [
    hit("hit, 1 other service") { register(1) },
    hit("hit, 10 other services") { register(10) },
    hit("hit, 100 other services") { register(100) },
    hit("hit, 1,000 other services") { register(1_000) },
    hit("hit, 10,000 other services") { register(10_000) },
]

private func register(_ count: Int) {
    var registrar = Registrar()
    visitTypes(count, &registrar)
}

private struct Registrar: TypeVisitor {
    func visit<Visited>(_ type: Visited.Type) {
        DependencyContainer.shared.register(type, for: Visited.Type.self)
    }
}
