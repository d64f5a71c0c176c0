import Hopoate

/// A service that distinguishes its instances, and runs code when one is released.
protocol Logging: AnyObject, Sendable { var label: String { get } }

final class Logger: Logging {
    let label: String
    private let onDeinit: @Sendable () -> Void

    init(_ label: String = "logger", onDeinit: @escaping @Sendable () -> Void = {}) {
        self.label = label
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

struct SomeError: Error, Equatable { var text = "out of paper" }
