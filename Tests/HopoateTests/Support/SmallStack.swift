import Foundation

/// Runs something on a thread with a stack of 512 KiB, which is what Apple's secondary threads have.
///
/// - Returns: What it returns, or nil when it has not ended within a time that is never reached when nothing hangs.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    onStack(ofBytes: 512 * 1024, body)
}

/// Runs something on a thread with a stack of a given size.
///
/// - Returns: What it returns, or nil when it has not ended within a time that is never reached when nothing hangs.
func onStack<Result: Sendable>(
    ofBytes size: Int = 8 << 20,
    within seconds: Double = 300,
    _ body: @escaping @Sendable () -> Result
) -> Result? {
    let result = Shared<Result?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.value = body()
        hasEnded.signal()
    }
    thread.stackSize = size
    thread.start()
    return hasEnded.wait(timeout: .now() + seconds) == .success ? result.value : nil
}

/// The end of the calling function's stack frame.
@inline(never)
func stackAddress() -> Int {
    var here = 0
    return withUnsafeMutablePointer(to: &here) { Int(bitPattern: $0) }
}

/// Whether a sanitizer is active, which enlarges stack frames and takes time.
let isSanitized = ["__tsan_init", "__asan_init"].contains { (symbol: String) in
    dlsym(dlopen(nil, RTLD_NOW), symbol) != nil
}
