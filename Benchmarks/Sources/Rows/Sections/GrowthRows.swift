// What must not grow with the number of services, or no faster than the work. `Counts` holds each number.

import Foundation
import Hopoate
import HopoateDiagnostics
import Synchronization

let growthRows = [
    missRow(100),
    missRow(10_000),
    Row("a caught miss within a creator, 10,000 registered") {
        let container = containerOfNames(10_000)
        container.register(Implementation.self, lifetime: .transient) {
            _ = try? DependencyContainer.shared.resolving((any MissingService).self)
            return Implementation()
        }
        return { container.resolve(Implementation.self) }
    },
    newKeyRow(100),
    newKeyRow(10_000),
    validationRow(60),
    requestRow("a request with its own instance") {
        $0.register(Implementation.self, lifetime: .perContainer) { .init() }
    },
    requestRow("a request with its decorator", { $0.register(Implementation.self) { .init() } }) { request in
        request.decorate(Implementation.self) { $0 }
    },
    Row("a property's graph, after 1,000 registrations") {
        let container = DependencyContainer()
        container.register(Holder.self) { Holder() }
        let holder = container.resolve(Holder.self)
        let read: Body = {
            let registration = container.register(Implementation.self, lifetime: .graph) { Implementation() }
            _ = holder.service()
            container.remove(registration)
            return nil
        }
        for _ in 0..<1_000 { _ = read() }
        return read
    },
    Row("name a module again, after 1,000") {
        let container = DependencyContainer()
        for _ in 0..<1_000 { container.install(EmptyModule()) }
        return {
            container.install(EmptyModule())
            return nil
        }
    },
    // Were the whole chain made or looked at for each of its services, the longer one would take much more for each.
    validationRow(240),
]

private func containerOfNames(_ count: Int) -> DependencyContainer {
    let container = DependencyContainer()
    for number in 0..<count { container.register(number, for: Int.self, named: "\(number)") }
    return container
}

private func missRow(_ count: Int) -> Row {
    Row("a caught miss, \(count.formatted()) registered") {
        let container = containerOfNames(count)
        return {
            _ = try? container.resolving((any MissingService).self)
            return nil
        }
    }
}

private func newKeyRow(_ count: Int) -> Row {
    Row("a new subscript key, after \(count.formatted())") {
        let container = DependencyContainer()
        let resolve: Body = {
            _ = container.resolve(\.[numbered: nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue])
            return nil
        }
        for _ in 0..<count { _ = resolve() }
        return resolve
    }
}

private let nextNumber = Atomic(0)

extension DependencyKeys {
    fileprivate subscript(numbered number: Int) -> DependencyKey<Int> { .init { 1 } }
}

/// A request that begins, resolves a service, and ends, while many others go on.
private func requestRow(
    _ name: String,
    _ prepare: @escaping @Sendable (DependencyContainer) -> Void,
    _ begin: @escaping @Sendable (DependencyContainer) -> Void = { _ in }
) -> Row {
    Row("\(name), among 1,000") {
        let app = DependencyContainer()
        prepare(app)
        let request = { @Sendable in
            let request = DependencyContainer(parent: app)
            begin(request)
            _ = request.resolve(Implementation.self)
            return request
        }
        let others = (0..<1_000).map { _ in request() }
        return {
            withExtendedLifetime(others) { _ = request() }
            return nil
        }
    }
}

private final class Holder: Sendable {
    let service = Dependency<Implementation>()
}

private struct EmptyModule: DependencyModule {
    func register(in container: DependencyContainer) {}
}

private func validationRow(_ count: Int) -> Row {
    Row("validate a chain of \(count) by creating it", to: .millisecond) {
        let container = DependencyContainer()
        container.register(0, for: Int.self, named: "0")
        for number in 1..<count {
            container.register(Int.self, named: "\(number)", lifetime: .transient) {
                resolve(Int.self, named: "\(number - 1)")
            }
        }
        return .time { calls in
            duration(of: calls) {
                precondition((try? container.validate(byCreating: true)) != nil)
                return nil
            }
        }
    }
}
