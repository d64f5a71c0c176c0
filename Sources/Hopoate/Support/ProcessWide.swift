// Short ways to the process-wide container and its table. A global constant costs a call where it may have to be made
// first, and a reference to an object costs another to be counted: together a fifth of a hit (`Benchmarks`, row 'hit').

#if canImport(Darwin)
/// There is none where the atomics that it takes are newer than the oldest systems. Looking at a global constant takes no
/// call there.
enum ProcessWide {
    static var table: UnsafeMutableRawPointer? {
        get { nil }
        set {}
    }

    static var container: DependencyContainer? { nil }
    static func setContainer(_ container: DependencyContainer) {}
    static func closeContainer() {}
}
#else
import Synchronization

enum ProcessWide {
    private static let tableAddress = Atomic<UInt>(0)
    private static let containerAddress = Atomic<UInt>(0)
    private static let closed: UInt = 1

    /// The memory of the process-wide table, once there is one.
    static var table: UnsafeMutableRawPointer? {
        @inline(__always) get { UnsafeMutableRawPointer(bitPattern: tableAddress.load(ordering: .acquiring)) }
        set { tableAddress.store(UInt(bitPattern: newValue), ordering: .releasing) }
    }

    /// The process-wide container, if that is known to be the shared one for everybody.
    ///
    /// The reference is handed out as a retained one without being retained. The invariant that makes this safe: the
    /// object is immortal, so that counting its references has no effect; `setContainer(_:)` has made sure of it.
    /// `SharedContainerTests.theProcessWideContainerIsNotFreed` would see that lost.
    @inline(__always)
    static var container: DependencyContainer? {
        let address = containerAddress.load(ordering: .acquiring)
        let container = UnsafeRawPointer(bitPattern: address)
        return address > closed ? container.map { Unmanaged.fromOpaque($0).takeRetainedValue() } : nil
    }

    /// Opens the short way if the container is an object of constants, as it is in a release build, and else closes it.
    @inline(never)
    static func setContainer(_ container: DependencyContainer) {
        let address = UInt(bitPattern: Unmanaged.passUnretained(container).toOpaque())
        let desired = isImmortal(container) ? address : closed
        _ = containerAddress.compareExchange(expected: 0, desired: desired, ordering: .acquiringAndReleasing)
    }

    /// Closes the short way for good.
    static func closeContainer() { containerAddress.store(closed, ordering: .releasing) }

    /// Whether retaining an object leaves its references as they were. It does so often that no other threads' releases
    /// can make up for it.
    private static func isImmortal(_ container: DependencyContainer) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passUnretained(container).toOpaque())
        let count = 1_000
        let references = UnsafePointer<Atomic<UInt>>(bitPattern: address + UInt(MemoryLayout<UInt>.size))
        let before = references?.pointee.load(ordering: .sequentiallyConsistent)
        for _ in 0..<count { _ = Unmanaged.passRetained(container) }
        let after = references?.pointee.load(ordering: .sequentiallyConsistent)
        for _ in 0..<count { Unmanaged.passUnretained(container).release() }
        return before == after
    }
}
#endif
