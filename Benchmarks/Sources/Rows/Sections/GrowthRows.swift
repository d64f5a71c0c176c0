// Costs that must not grow with the number of services, or not faster than the work. `Counts` checks each number.

import Dispatch
import Foundation
import Hopoate
import HopoateDiagnostics
import Synchronization

let growthRows = [
    missRow(100),
    missRow(10_000),
    Row("a caught miss within a creator, 10,000 registered") {
        let container = makeContainer(withNames: 10_000)
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
    // If validating created or searched the whole chain for each service, the longer chain would take much more per service.
    validationRow(240),
    contributionsRow(2_000),
    contributionsRow(20_000),
    removalRow(2_000),
    removalRow(20_000),
    parentsRow(100),
    parentsRow(1_000),
    failureRow(1_000),
    failureRow(10_000),
    failureRow(100, isTraced: true),
    failureRow(1_000, isTraced: true),
    tasksRow(1_000),
    tasksRow(10_000),
    failingTasksRow,
    removeTenRow,
    removeAllRow(100),
    removeAllRow(1_000),
    endsRow(100),
    endsRow(1_000),
    childRow(100),
    childRow(10_000),
    outlivingTaskRow,
    Row("register a mock and remove it, beside 32 waiting threads") {
        let others = DependencyContainer()
        let (running, waiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        others.register(Implementation.self) {
            running.signal()
            waiting.wait()
            return Implementation()
        }
        for _ in 0..<33 { Thread.detachNewThread { _ = others.resolve(Implementation.self) } }
        running.wait()
        Thread.sleep(forTimeInterval: 0.1)
        return {
            let shared = DependencyContainer.shared
            shared.remove(shared.register(Limit.mock, for: (any MockedService).self))
            return nil
        }
    },
]

private func contributionsRow(_ count: Int) -> Row {
    Row("resolveAll of \(count.formatted())", to: .millisecond) {
        let container = DependencyContainer()
        for number in 0..<count { container.contribute(to: Int.self) { number } }
        return .time { calls in
            duration(of: calls) {
                precondition(container.resolveAll(Int.self).count == count)
                return nil
            }
        }
    }
}

private func removalRow(_ count: Int) -> Row {
    Row("remove one of \(count.formatted()) contributions, and add one", to: .millisecond) {
        let container = DependencyContainer()
        let tokens = Mutex((0..<count).map { number in container.contribute(to: Int.self) { number } })
        let next = Atomic(0)
        return .time { calls in
            duration(of: calls) {
                // The oldest one.
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue % count
                tokens.withLock { tokens in
                    container.remove(tokens[index])
                    tokens[index] = container.contribute(to: Int.self) { count }
                }
                return nil
            }
        }
    }
}

private func parentsRow(_ count: Int) -> Row {
    Row("a transient of an ancestor, \(count.formatted()) levels up", to: .millisecond) {
        let ancestor = DependencyContainer()
        ancestor.register(Implementation.self, lifetime: .transient) { Implementation() }
        let container = (0..<count).reduce(ancestor) { parent, _ in DependencyContainer(parent: parent) }
        return .time { calls in duration(of: calls) { container.resolve(Implementation.self) } }
    }
}

/// A chain of creators whose last one finds nothing, on a thread with a large stack.
///
/// A trace prints durations, so a busy machine makes its text longer. The names have a length at which this never makes the text
/// outgrow its buffer, which would double the bytes.
private func failureRow(_ count: Int, isTraced: Bool = false) -> Row {
    Row("a failing chain of \(count.formatted())\(isTraced ? ", traced" : "")", to: .millisecond) {
        let container = DependencyContainer()
        for number in 1...count {
            container.register(Int.self, named: "link \(number)", lifetime: .transient) {
                try resolving(Int.self, named: "link \(number - 1)")
            }
        }
        return .time { calls in
            let tracer = isTraced ? ResolutionTracer(container) { _ in } : nil
            return DependencyContainer.withShared(container) {
                duration(of: calls) {
                    runWithLargeStack {
                        precondition((try? container.resolving(Int.self, named: "link \(count)")) == nil)
                    }
                    return tracer
                }
            }
        }
    }
}

private func runWithLargeStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        done.signal()
    }
    thread.stackSize = 1 << 28
    thread.start()
    done.wait()
}

/// Tasks that wait for an instance which one of them creates. The counts include the start of the tasks. The time is from the end of
/// the creation until all tasks have ended.
private func tasksRow(_ count: Int) -> Row {
    Row("\(count.formatted()) tasks wait for one creation", to: .millisecond, tolerance: 1.25) {
        .time { calls in (0..<calls).reduce(.zero) { sum, _ in sum + durationOfResuming(count) } }
    }
}

private let failingTasksRow = Row("20 tasks wait for a creation that fails", to: .millisecond, tolerance: 1.25) {
    .time { calls in (0..<calls).reduce(.zero) { sum, _ in sum + durationOfResuming(20, isFailing: true) } }
}

private struct Failure: Error {}

private let removeTenRow = endingRow("asyncRemoveAll of ten") { container in
    for number in 0..<10 {
        container.register(Implementation.self, named: "\(number)") { Implementation() }
            .onRemove { _ in await Task.yield() }
        _ = container.resolve(Implementation.self, named: "\(number)")
    }
}

private func removeAllRow(_ count: Int) -> Row {
    endingRow("asyncRemoveAll of \(count.formatted()) of one key") { container in
        for _ in 0..<count { container.register(Implementation(), for: Implementation.self) }
    }
}

/// The counts include making the container and its services.
private func endingRow(_ name: String, _ registerServices: @escaping @Sendable (DependencyContainer) -> Void) -> Row {
    Row(name, to: .millisecond, tolerance: 1.25) {
        .time { calls in
            (0..<calls).reduce(.zero) { sum, _ in
                let container = DependencyContainer()
                registerServices(container)
                let done = DispatchSemaphore(value: 0)
                return sum
                    + ContinuousClock().measure {
                        Task.detached {
                            await container.asyncRemoveAll()
                            done.signal()
                        }
                        done.wait()
                    }
            }
        }
    }
}

/// The counts include making the containers.
private func endsRow(_ count: Int) -> Row {
    Row("\(count.formatted()) containers end, the oldest first", to: .millisecond) {
        {
            var containers: [DependencyContainer?] = (0..<count).map { number in
                let container = DependencyContainer()
                container.register(number, for: Int.self)
                return container
            }
            for index in containers.indices { containers[index] = nil }
            return nil
        }
    }
}

private func childRow(_ count: Int) -> Row {
    Row("a child with a caught miss, \(count.formatted()) registered") {
        let container = makeContainer(withNames: count)
        return {
            container.withChild { _ = try? $0.resolving((any MissingService).self) }
            return nil
        }
    }
}

/// Transient services are created as fast as anywhere else, as no creator is around the task any more.
private let outlivingTaskRow = Row(
    "1,000 transients in a task that outlives its creator",
    to: .millisecond,
    tolerance: 1.25
) {
    .time { calls in
        let container = DependencyContainer()
        container.register(Implementation.self, lifetime: .transient) { Implementation() }
        let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
        let (measured, done) = (MeasuredTask(), DispatchSemaphore(value: 0))
        container.register(
            Int.self,
            asyncCreator: {
                Task {
                    for await _ in beginnings {}
                    measured.duration.withLock {
                        $0 = duration(of: 1_000 * calls) { container.resolve(Implementation.self) }
                    }
                    done.signal()
                }
                return 1
            }
        )
        Task.detached {
            _ = try? await container.asyncResolve(Int.self)
            beginning.finish()
        }
        done.wait()
        return measured.duration.withLock { $0 }
    }
}

private final class MeasuredTask: Sendable {
    let duration = Mutex(Duration.zero)
}

private final class WaitingTasks: Sendable {
    let count = Atomic(0)
    let creation = Mutex<CheckedContinuation<Void, Never>?>(nil)
}

private func durationOfResuming(_ count: Int, isFailing: Bool = false) -> Duration {
    let (container, waiting) = (DependencyContainer(), WaitingTasks())
    container.register(
        Implementation.self,
        asyncCreator: {
            await withCheckedContinuation { continuation in waiting.creation.withLock { $0 = continuation } }
            if isFailing { throw Failure() }
            return Implementation()
        }
    )
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    waiting.count.add(1, ordering: .relaxed)
                    _ = try? await container.asyncResolve(Implementation.self)
                }
            }
        }
        done.signal()
    }
    while waiting.count.load(ordering: .relaxed) < count { Thread.sleep(forTimeInterval: 0.01) }
    // Until the last tasks wait too.
    Thread.sleep(forTimeInterval: 0.3)
    return ContinuousClock().measure {
        waiting.creation.withLock { $0.take() }?.resume()
        done.wait()
    }
}

private func makeContainer(withNames count: Int) -> DependencyContainer {
    let container = DependencyContainer()
    for number in 0..<count { container.register(number, for: Int.self, named: "\(number)") }
    return container
}

private func missRow(_ count: Int) -> Row {
    Row("a caught miss, \(count.formatted()) registered") {
        let container = makeContainer(withNames: count)
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

/// A request that begins, resolves a service, and ends, while many others are in progress.
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

private func validationRow(_ count: Int) -> Row {
    Row("validate a chain of \(count) by creating it", to: .millisecond, tolerance: 1.25) {
        let container = DependencyContainer()
        container.register(0, for: Int.self, named: "0")
        for number in 1..<count {
            container.register(Int.self, named: "\(number)", lifetime: .transient) {
                resolve(Int.self, named: "\(number - 1)")
            }
        }
        return .time { calls in
            (0..<calls).reduce(.zero) { sum, _ in
                let done = DispatchSemaphore(value: 0)
                return sum
                    + ContinuousClock().measure {
                        Task.detached {
                            let isValid: Void? = try? await container.validate(runningCreators: true)
                            precondition(isValid != nil)
                            done.signal()
                        }
                        done.wait()
                    }
            }
        }
    }
}
