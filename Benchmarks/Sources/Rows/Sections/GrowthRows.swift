// What must not grow with the number of services, or no faster than the work. `Counts` holds each number.

import Foundation
import Hopoate
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
