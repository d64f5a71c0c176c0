#if !canImport(Darwin)
import Synchronization
#endif

/// Whether something has ever happened in this process, so that unused features cost nothing.
///
/// Code that is ordered after `set()`, such as the body of `withShared`, sees the flag set. Other code may not see it
/// yet.
struct ProcessFlag: ~Copyable, Sendable {
    /// A container other than the process-wide one has been the shared one.
    static let bindings = ProcessFlag()
    /// A wrapper has to find the creator that creates it: a service of the lifetime `.graph` has been
    /// registered, or may be by `AutoRegistering`, or properties are observed.
    static let wrappersInCreators = ProcessFlag(AutomaticRegistrations.areDefined)
    /// An asynchronous creator or clean-up has run: a look-up may belong to one.
    static let taskActivities = ProcessFlag()
    /// A service has been contributed.
    static let contributions = ProcessFlag()

    #if canImport(Darwin)
    // Atomics need newer systems than the library does.
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
