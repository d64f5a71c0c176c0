import Synchronization

@testable import Hopoate

/// A service that tells its instances apart, and which can be told that it is gone.
protocol Logging: AnyObject, Sendable {
    var label: String { get }
}

final class Logger: Logging {
    let label: String
    private let onDeinit: @Sendable () -> Void

    init(_ label: String = "logger", onDeinit: @escaping @Sendable () -> Void = {}) {
        self.label = label
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

struct SomeError: Error, Equatable {
    var text = "out of paper"
}

/// Counts from several threads.
final class Counter: Sendable {
    private let value = Protected(0)

    var count: Int { value.withLock { $0 } }

    @discardableResult
    func increment() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

/// A value that several threads may set.
final class Shared<Value: Sendable>: Sendable {
    private let protected: Protected<Value>

    init(_ value: Value) { protected = Protected(value) }

    var value: Value {
        get { protected.withLock { $0 } }
        set { protected.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { protected.withLock(body) }
}
