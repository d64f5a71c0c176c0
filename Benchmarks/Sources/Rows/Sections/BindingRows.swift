// Look-ups inside of `withShared`, and what having used it costs outside.

import Hopoate

let bindingRows = [
    hit("hit, outside of it", bound: nil),
    hitInside("hit, inside of it") { { DependencyContainer.shared.resolve((any Service).self) } },
    hitInside("read a @Dependency, made inside of it") {
        let reader = Reader()
        return { reader.service }
    },
]

@Sendable func useWithShared() {
    DependencyContainer.withShared(DependencyContainer()) {}
}

private func hitInside(_ name: String, _ prepare: @escaping @Sendable () -> Body) -> Row {
    Row(name, to: .limit) {
        let container = DependencyContainer()
        container.register(Implementation(), for: (any Service).self)
        let body = DependencyContainer.withShared(container, operation: prepare)
        return .time { calls in
            DependencyContainer.withShared(container) { duration(of: calls, body) }
        }
    }
}
