import Foundation
import Hopoate

/// The service that all tests of isolation mock.
protocol Pinging: Sendable { var label: String { get } }

struct Pinger: Pinging { let label: String }

/// An object that looks the service up, as an app's objects do.
final class Caller: Sendable {
    private let pinging = Dependency<any Pinging>()

    var label: String { pinging.wrappedValue.label }
}

extension DependencyKeys {
    var pinger: DependencyKey<any Pinging> { .init { Pinger(label: "default") } }
    var otherPinger: DependencyKey<any Pinging> { .init { Pinger(label: "default") } }
    var fetcher: DependencyKey<Fetcher> { .init { Fetcher() } }
}

/// A service with two closures, one of which is mocked.
struct Fetcher: Sendable {
    var fetch: @Sendable () -> String = { "real" }
    var count: @Sendable () -> Int = { 1 }
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
