// The rows with bounds that look up a service.

import Foundation
import Hopoate

let lookUpRows = readingRows + [1, 10, 100, 1_000, 10_000].flatMap(resolvingRows) + otherLookUpRows

private let readingRows = [
    Row("read a @Dependency", bound: 3) {
        registerService()
        let reader = Reader()
        return { reader.service }
    },
    Row("read an @OptionalDependency", bound: 3) {
        registerService()
        let reader = OptionalReader()
        return { reader.service }
    },
]

private let otherLookUpRows = [
    Row("optionalResolve, hit", bound: 3.3) {
        registerService()
        return { DependencyContainer.shared.optionalResolve((any Service).self) }
    },
    Row("optionalResolve, miss", bound: 3.3) {
        { DependencyContainer.shared.optionalResolve((any MissingService).self) }
    },
    Row("canResolve, hit", bound: 3.3) {
        registerService()
        return {
            _ = DependencyContainer.shared.canResolve((any Service).self)
            return nil
        }
    },
    Row("canResolve, miss", bound: 3.3) {
        {
            _ = DependencyContainer.shared.canResolve((any MissingService).self)
            return nil
        }
    },
    Row("typed key, registered", bound: 7) {
        DependencyContainer.shared.register(Implementation(), for: \.registered)
        return { DependencyContainer.shared.resolve(\.registered) }
    },
    Row("typed key, its default", bound: 7) {
        { DependencyContainer.shared.resolve(\.defaulted) }
    },
    Row("named", bound: 6) {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self, named: "backup")
        return { DependencyContainer.shared.resolve((any Service).self, named: "backup") }
    },
    Row("from a parent, one level up", bound: 4.5) { lookUpInAncestor(levelsUp: 1) },
    Row("from a parent, each further level", to: .limit, bound: 1.5) {
        let near = lookUpInAncestor(levelsUp: 1)
        let far = lookUpInAncestor(levelsUp: 11)
        let calls = 300
        return .value { (duration(of: calls, far) - duration(of: calls, near)).nanoseconds / Double(10 * calls) }
    },
    Row("weak", bound: 12) {
        DependencyContainer.shared.register((any Service).self, lifetime: .weak) { Implementation() }
        let service = DependencyContainer.shared.resolve((any Service).self)
        return { withExtendedLifetime(service) { DependencyContainer.shared.resolve((any Service).self) } }
    },
    Row("scoped", bound: 3.3) {
        let scope = DependencyScope()
        DependencyContainer.shared.register((any Service).self, lifetime: .scoped(scope)) { Implementation() }
        return { DependencyContainer.shared.resolve((any Service).self) }
    },
    Row("decorated", bound: 3.3) {
        registerService()
        DependencyContainer.shared.decorate((any Service).self) { $0 }
        return { DependencyContainer.shared.resolve((any Service).self) }
    },
]

/// These rows bind another container once for many calls.
let withSharedRows = [
    Row("inside withShared", to: .limit, bound: 5) {
        let container = DependencyContainer()
        container.register(Implementation(), for: (any Service).self)
        return .time { calls in
            DependencyContainer.withShared(container) {
                duration(of: calls) { DependencyContainer.shared.resolve((any Service).self) }
            }
        }
    }
]

private func resolvingRows(_ count: Int) -> [Row] {
    let number = count.formatted(.number.locale(Locale(identifier: "en")))
    return [
        Row("resolve, \(number) registered", bound: 3.3) {
            registerService(among: count)
            return { DependencyContainer.shared.resolve((any Service).self) }
        },
        Row("resolving, \(number) registered", bound: 3.3) {
            registerService(among: count)
            return { try? DependencyContainer.shared.resolving((any Service).self) }
        },
    ]
}

/// Resolves a service of a container's ancestor.
private func lookUpInAncestor(levelsUp depth: Int) -> Body {
    let ancestor = DependencyContainer()
    ancestor.register(Implementation(), for: (any Service).self)
    let container = (0..<depth).reduce(ancestor) { parent, _ in DependencyContainer(parent: parent) }
    return { container.resolve((any Service).self) }
}

private func registerService(among count: Int = 1) {
    var registrar = Registrar(container: .shared)
    visitTypes(count - 1, &registrar)
    DependencyContainer.shared.register(Implementation(), for: (any Service).self)
}

private struct Reader {
    @Dependency var service: any Service
}

private struct OptionalReader {
    @OptionalDependency var service: (any Service)?
}
