#if !canImport(Darwin)
import Synchronization
#endif

/// Numbers of anything that needs one, such as registrations, tables, versions and ages: ascending, and never used twice.
///
/// An atomic operation costs less than a lock in a global constant (`Benchmarks`, row 'register a mock and remove it').
/// Darwin uses the lock, as its atomics need newer systems than the library does.
package enum Numbers {
    #if canImport(Darwin)
    private static let last = Protected<UInt64>(0)

    package static func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
    #else
    private static let last = Atomic<UInt64>(0)

    @inline(__always)
    package static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
    #endif
}
