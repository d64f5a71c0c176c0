import Synchronization

/// What may have made another container the shared one somewhere in this process.
///
/// Spares a process that has none of it the read of a task-local value, which costs as much as a whole hit. Who is
/// ordered after `set(_:)`, as everything inside `withShared` and inside a creator is, sees it set; others need not.
struct BindingFlags: OptionSet {
    let rawValue: UInt8

    /// `withShared` has been called.
    static let bindings = BindingFlags(rawValue: 1)
    /// A creator of a container other than the process-wide one has run.
    static let creators = BindingFlags(rawValue: 2)

    static func set(_ flags: BindingFlags) {
        if !current.isSuperset(of: flags) { insert(flags) }
    }

    #if canImport(Darwin)
    private static func insert(_ flags: BindingFlags) {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            value.bitwiseOr(flags.rawValue, ordering: .relaxed)
        } else {
            lockedValue.withLock { $0 |= flags.rawValue }
        }
    }

    static var current: BindingFlags {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            BindingFlags(rawValue: value.load(ordering: .relaxed))
        } else {
            BindingFlags(rawValue: lockedValue.withLock { $0 })
        }
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    private static let value = Atomic<UInt8>(0)
    private static let lockedValue = Protected<UInt8>(0)
    #else
    private static func insert(_ flags: BindingFlags) {
        value.bitwiseOr(flags.rawValue, ordering: .relaxed)
    }

    static var current: BindingFlags { BindingFlags(rawValue: value.load(ordering: .relaxed)) }

    private static let value = Atomic<UInt8>(0)
    #endif
}
