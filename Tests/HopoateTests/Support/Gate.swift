/// Lets tasks wait until it is opened, also cancelled ones.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Shared(State())

    func open() {
        let waiting = state.change { state in
            defer { state = State(isOpen: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.change { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Lets tasks wait until all of them have arrived.
final class Meeting: Sendable {
    private let missing: Shared<Int>
    private let gate = Gate()

    init(_ count: Int) { missing = Shared(count) }

    func wait() async {
        let isComplete = missing.change { missing in
            missing -= 1
            return missing <= 0
        }
        if isComplete { gate.open() }
        await gate.wait()
    }
}

/// Runs an operation that may hang, in a task of its own.
///
/// - Returns: What it returns, or nil when it has not ended within a time that is never reached when nothing hangs.
func inTime<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) async -> Result? {
    let result = Shared<Result?>(nil)
    let isOver = Gate()
    let task = Task {
        result.value = await operation()
        isOver.open()
    }
    let limit = Task {
        try await Task.sleep(nanoseconds: 300_000_000_000)
        isOver.open()
    }
    await isOver.wait()
    limit.cancel()
    task.cancel()
    return result.value
}

/// Waits until something holds that other threads or tasks bring about, or until a time that is never reached when nothing
/// hangs is over.
func eventually(_ condition: @autoclosure () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<30_000 {
        if condition() { return }
        try? await Task.sleep(nanoseconds: 1_000_000)
    }
}
