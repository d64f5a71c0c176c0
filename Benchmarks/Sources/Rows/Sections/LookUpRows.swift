// What else a look-up may be than a hit by type in the process-wide container.

import Dispatch
import Hopoate
import Synchronization

private let awaitedLimit = Baseline("the limit, awaited") {
    .time { calls in
        awaitDuration {
            await ContinuousClock().measure {
                for _ in 0..<calls { _ = await awaitLimit() }
            }
        }
    }
}

let lookUpRows = [
    Row("optionalResolve, hit") {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        return { DependencyContainer.shared.optionalResolve((any Service).self) }
    },
    Row("optionalResolve, miss") {
        { DependencyContainer.shared.optionalResolve((any MissingService).self) }
    },
    Row("canResolve, registered") {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        return {
            _ = DependencyContainer.shared.canResolve((any Service).self)
            return nil
        }
    },
    Row("canResolve, miss") {
        {
            _ = DependencyContainer.shared.canResolve((any MissingService).self)
            return nil
        }
    },
    Row("read an @OptionalDependency, hit") {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        let reader = OptionalReader()
        return { reader.service }
    },
    Row("named hit") {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self, named: "backup")
        return { DependencyContainer.shared.resolve((any Service).self, named: "backup") }
    },
    Row("typed key, registered") {
        DependencyContainer.shared.register(Implementation(), for: \.registered)
        return { DependencyContainer.shared.resolve(\.registered) }
    },
    Row("typed key, its default") {
        { DependencyContainer.shared.resolve(\.defaulted) }
    },
    Row("hit in another container") {
        let container = DependencyContainer()
        container.register(Implementation(), for: (any Service).self)
        return { container.resolve((any Service).self) }
    },
    hitAtParent("parent hit, 1 up", depth: 1),
    hitAtParent("parent hit, 5 up", depth: 5),
    Row("decorated hit") {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        DependencyContainer.shared.decorate((any Service).self) { $0 }
        return { DependencyContainer.shared.resolve((any Service).self) }
    },
    kept("cached hit", .cached),
    Row("weak hit") {
        DependencyContainer.shared.register(service: (any Service).self, lifetime: .weak) { Implementation() }
        let service = DependencyContainer.shared.resolve((any Service).self)
        return { withExtendedLifetime(service) { DependencyContainer.shared.resolve((any Service).self) } }
    },
    kept("expiring hit", .expiring(afterSeconds: 3_600)),
    kept("scoped hit", .scoped(DependencyScope())),
    Row("asyncResolve, hit", to: awaitedLimit) {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        return .time { calls in
            awaitDuration {
                await ContinuousClock().measure {
                    for _ in 0..<calls { _ = try? await DependencyContainer.shared.asyncResolve((any Service).self) }
                }
            }
        }
    },
]

private func hitAtParent(_ name: String, depth: Int) -> Row {
    Row(name) {
        let outermost = DependencyContainer()
        outermost.register(Implementation(), for: (any Service).self)
        let container = (0..<depth).reduce(outermost) { parent, _ in DependencyContainer(parent: parent) }
        return { container.resolve((any Service).self) }
    }
}

private func kept(_ name: String, _ lifetime: Lifetime) -> Row {
    Row(name) {
        DependencyContainer.shared.register(service: (any Service).self, lifetime: lifetime) { Implementation() }
        return { DependencyContainer.shared.resolve((any Service).self) }
    }
}

private struct OptionalReader {
    @OptionalDependency var service: (any Service)?
}

@inline(never)
private func awaitLimit() async -> any Service { Limit.service }

/// Blocks until a task has measured something.
private func awaitDuration(_ measure: @escaping @Sendable () async -> Duration) -> Duration {
    let result = MeasuredDuration()
    let group = DispatchGroup()
    group.enter()
    Task.detached {
        let duration = await measure()
        result.duration.withLock { $0 = duration }
        group.leave()
    }
    group.wait()
    return result.duration.withLock { $0 }
}

private final class MeasuredDuration: Sendable {
    let duration = Mutex(Duration.zero)
}
