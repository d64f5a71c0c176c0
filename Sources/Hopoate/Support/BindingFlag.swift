import Synchronization

/// Whether `withShared` has been called in this process.
///
/// Spares a process that never calls it the read of a task-local value, which costs as much as a whole hit. Who is
/// ordered after `set()`, as everything inside `withShared` is, sees it set; others need not.
enum BindingFlag {
    #if canImport(Darwin)
    static func set() {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            flag.store(true, ordering: .relaxed)
        } else {
            lockedFlag.withLock { $0 = true }
        }
    }

    static var isSet: Bool {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            flag.load(ordering: .relaxed)
        } else {
            lockedFlag.withLock { $0 }
        }
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    private static let flag = Atomic(false)
    private static let lockedFlag = Protected(false)
    #else
    static func set() { flag.store(true, ordering: .relaxed) }

    static var isSet: Bool { flag.load(ordering: .relaxed) }

    private static let flag = Atomic(false)
    #endif
}
