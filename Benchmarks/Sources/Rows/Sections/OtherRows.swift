// Rows without bounds: baselines of the others, and further operations.

import Dispatch
import Hopoate
import Synchronization

private let carByHand = Baseline("by hand") {
    Car(Parts.engine, Parts.gearbox, Parts.brakes, Parts.wheels, Parts.seats)
}

private let awaitedLimit = Baseline("the limit, awaited") { .awaiting { _ = await awaitLimit() } }

let otherRows = [
    Row("the limit: a static let", to: .limit, subject: Baseline.limit.prepare),
    Row("a dictionary behind a lock") { { LockedDictionary.find((any Service).self) } },
    Row("an object made by hand") { { Implementation() } },
    Row("an object with one property made by hand") { { Motor(Parts.engine) } },
    Row("a chain of ten made by hand") { { makeChainByHand() } },
    Row("transient with 5 dependencies", to: carByHand) {
        let shared = DependencyContainer.shared
        Parts.register(in: shared)
        shared.register(Car.self, lifetime: .transient) {
            Car(
                resolve((any Engine).self),
                resolve((any Gearbox).self),
                resolve((any Brakes).self),
                resolve((any Wheels).self),
                resolve((any Seats).self)
            )
        }
        return { DependencyContainer.shared.resolve(Car.self) }
    },
    Row("make and read an object with 5 @Dependency", to: carByHand) {
        Parts.register(in: .shared)
        return {
            let car = WrappedCar()
            car.readProperties()
            return car
        }
    },
    Row("register a mock, resolve it, remove it") {
        DependencyContainer.shared.register(Implementation(), for: (any MockedService).self)
        return {
            let shared = DependencyContainer.shared
            let registration = shared.register(Limit.mock, for: (any MockedService).self)
            defer { shared.remove(registration) }
            return shared.resolve((any MockedService).self)
        }
    },
    Row("register 1,000 services in a new container", to: .millisecond) {
        .time { calls in
            duration(of: calls) {
                var registrar = Registrar(container: DependencyContainer())
                visitTypes(1_000, &registrar)
                return registrar.container
            }
        }
    },
    Row("asyncResolve, hit", to: awaitedLimit) {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        return .awaiting { _ = try? await DependencyContainer.shared.asyncResolve((any Service).self) }
    },
]

@inline(never)
private func awaitLimit() async -> any Service { Limit.service }

extension Subject {
    /// `Counts` skips these rows, as tasks may change threads at any time.
    fileprivate static func awaiting(_ body: @escaping @Sendable () async -> Void) -> Subject {
        .value {
            let calls = 200
            let result = MeasuredDuration()
            let group = DispatchGroup()
            group.enter()
            Task.detached {
                let duration = await ContinuousClock().measure {
                    for _ in 0..<calls { await body() }
                }
                result.duration.withLock { $0 = duration }
                group.leave()
            }
            group.wait()
            return result.duration.withLock { $0 }.nanoseconds / Double(calls)
        }
    }
}

private final class MeasuredDuration: Sendable {
    let duration = Mutex(Duration.zero)
}
