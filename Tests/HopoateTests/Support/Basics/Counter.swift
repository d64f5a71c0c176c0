import Foundation

/// Counts from several threads.
final class Counter: Sendable {
    private let value = Shared(0)

    var count: Int { value.value }

    @discardableResult func increment() -> Int { add(1) }

    @discardableResult func add(_ number: Int) -> Int {
        value.change { value in
            value += number
            return value
        }
    }
}

/// A value that several threads may set.
///
/// Sendable because the value is only touched under the lock. That is `NSLock`, as ThreadSanitizer knows nothing of
/// `Mutex` on Linux.
final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var protected: Value

    init(_ value: Value) { protected = value }

    var value: Value {
        get { lock.withLock { protected } }
        set { lock.withLock { protected = newValue } }
    }

    @discardableResult func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&protected) }
    }
}
