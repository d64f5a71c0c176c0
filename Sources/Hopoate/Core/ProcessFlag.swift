#if !canImport(Darwin)
import Synchronization
#endif

/// Whether something has ever happened in this process, so that unused features cost nothing.
///
/// Code that is ordered after `set()`, as everything inside `withShared` is, sees the flag set; other code need not.
struct ProcessFlag: ~Copyable, Sendable {
    /// A container other than the process-wide one has been the shared one.
    static let bindings = ProcessFlag()
    /// A clock has been registered, or may be by `AutoRegistering`.
    static let clocks = ProcessFlag(AutomaticRegistrations.areDefined)
    /// Wrappers that a creator creates matter to others: a service of the lifetime `.graph` has been registered, or may be by
    /// `AutoRegistering`, or a trial has been made.
    static let wrappersInCreators = ProcessFlag(AutomaticRegistrations.areDefined)
    /// An asynchronous creator has run: a look-up may belong to one.
    static let asyncCreators = ProcessFlag()
    /// A container or scope has ended that had instances.
    static let endings = ProcessFlag()

    #if canImport(Darwin)
    // Atomics are newer than the oldest systems.
    private let value: Protected<Bool>

    init(_ isSet: Bool = false) { value = Protected(isSet) }

    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
    #else
    private let value: Atomic<Bool>

    init(_ isSet: Bool = false) { value = Atomic(isSet) }

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { if !isSet { value.store(true, ordering: .relaxed) } }
    #endif
}
