import Synchronization

/// What has happened somewhere in this process.
///
/// Spares a process that has none of it a look that would cost as much as a whole hit. Who is ordered after `set(_:)`,
/// as everything inside `withShared` and inside a creator is, sees it set; others need not.
struct ProcessFlags: OptionSet {
    let rawValue: UInt8

    /// `withShared` has been called.
    static let bindings = ProcessFlags(rawValue: 1)
    /// A creator of a container other than the process-wide one has run.
    static let creators = ProcessFlags(rawValue: 2)
    /// `AutoRegistering` has been at work.
    static let automaticRegistrations = ProcessFlags(rawValue: 4)
    /// A service of the lifetime `.graph` has been registered.
    static let graphs = ProcessFlags(rawValue: 8)

    /// A module has been installed.
    static let modules = ProcessFlags(rawValue: 16)

    /// Whether what registers may be a module or `AutoRegistering`.
    var mayRegisterForOthers: Bool { !isDisjoint(with: [.automaticRegistrations, .modules]) }

    /// Whether the shared container may be another than the process-wide one.
    var mayBindShared: Bool { !isDisjoint(with: [.bindings, .creators]) }

    static func set(_ flags: ProcessFlags) {
        if current.isSuperset(of: flags) { return }
        insert(flags)
        if flags.mayBindShared { ProcessWide.closeContainer() }
    }

    #if canImport(Darwin)
    private static func insert(_ flags: ProcessFlags) {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            value.bitwiseOr(flags.rawValue, ordering: .relaxed)
        } else {
            lockedValue.withLock { $0 |= flags.rawValue }
        }
    }

    static var current: ProcessFlags {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            ProcessFlags(rawValue: value.load(ordering: .relaxed))
        } else {
            ProcessFlags(rawValue: lockedValue.withLock { $0 })
        }
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    private static let value = Atomic<UInt8>(0)
    private static let lockedValue = Protected<UInt8>(0)
    #else
    private static func insert(_ flags: ProcessFlags) {
        value.bitwiseOr(flags.rawValue, ordering: .relaxed)
    }

    static var current: ProcessFlags { ProcessFlags(rawValue: value.load(ordering: .relaxed)) }

    private static let value = Atomic<UInt8>(0)
    #endif
}
