import Foundation
import Hopoate
import Testing

/// The service that all tests of isolation mock.
protocol Pinging: Sendable {
    var label: String { get }
}

struct Pinger: Pinging {
    let label: String
}

/// An object that looks the service up, as an app's objects do.
final class Caller: Sendable {
    private let pinging = Dependency<any Pinging>()

    var label: String { pinging.wrappedValue.label }
}

extension DependencyKeys {
    var pinger: DependencyKey<any Pinging> { .init { Pinger(label: "default") } }
    var otherPinger: DependencyKey<any Pinging> { .init { Pinger(label: "default") } }
}

/// Whether an issue is the helpers' report with this text, and at this line of the file.
func isReport(_ issue: Issue, _ text: String, line: Int? = nil) -> Bool {
    issue.comments.contains { $0.rawValue.contains(text) } && (line == nil || issue.sourceLocation?.line == line)
}

/// Runs something on a thread and waits for it.
func onThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    done.wait()
}

/// Counts from several threads.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    @discardableResult
    func increment() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}

/// Counts the issues that a test expects.
final class Issues: Sendable {
    private let counter = Counter()

    var count: Int { counter.count }

    func add(_ issue: Issue) -> Bool { counter.increment() > 0 }
}
