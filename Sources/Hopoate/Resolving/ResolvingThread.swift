/// A creator that is running on some thread, and where its service was asked for.
struct ResolutionFrame {
    let key: ServiceKey
    let place: CodePlace
    let registrationNumber: UInt64
    let tableNumber: UInt64
    /// Whether what is being made will be owned by the table.
    let keepsInstance: Bool
    /// Whether the creator runs because its service is being registered, and cannot be found on a stack yet.
    let isRegistering: Bool

    @inline(__always)
    init(creating registration: AnyServiceRegistration, place: CodePlace, isRegistering: Bool = false) {
        key = registration.key
        self.place = place
        registrationNumber = registration.number
        tableNumber = registration.tableNumber
        keepsInstance = registration.lifetime.keepsInstance
        self.isRegistering = isRegistering
    }

    var step: DependencyError.Step { DependencyError.Step(key, place) }
}

/// What one thread is resolving: the chain of creators that run on it.
///
/// It lives in raw memory, as long as its thread. Only the thread itself touches it, but for `CreationWaiting`, which
/// looks at threads that stand still.
struct ResolvingThread {
    private var memory = UnsafeMutableBufferPointer<ResolutionFrame>.allocate(capacity: 16)
    /// How many creators run on this thread.
    private(set) var depth = 0

    private static let slot = ThreadLocal { ResolvingThread.destroy($0) }

    /// The state of the calling thread.
    static var current: UnsafeMutablePointer<ResolvingThread> {
        slot.pointer?.assumingMemoryBound(to: ResolvingThread.self) ?? make()
    }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ResolvingThread> {
        let thread = UnsafeMutablePointer<ResolvingThread>.allocate(capacity: 1)
        thread.initialize(to: ResolvingThread())
        slot.pointer = UnsafeMutableRawPointer(thread)
        return thread
    }

    private static func destroy(_ pointer: UnsafeMutableRawPointer?) {
        guard let thread = pointer?.assumingMemoryBound(to: ResolvingThread.self) else { return }
        thread.pointee.memory.deallocate()
        thread.deinitialize(count: 1)
        thread.deallocate()
    }

    /// The creators that run on this thread, the outermost first.
    var frames: Slice<UnsafeMutableBufferPointer<ResolutionFrame>> { memory[..<depth] }

    /// The way to here: every running creator, the outermost first.
    var path: [DependencyError.Step] { frames.map(\.step) }

    /// The part of the way that begins with the creator of a registration.
    func path(from registrationNumber: UInt64) -> [DependencyError.Step] {
        let start = frames.lastIndex { $0.registrationNumber == registrationNumber } ?? depth
        return frames[start...].map(\.step)
    }

    /// Whether the creator of a registration runs on this thread.
    @inline(__always)
    func isCreating(_ registrationNumber: UInt64) -> Bool {
        var index = 0
        while index < depth {
            if memory[index].registrationNumber == registrationNumber { return true }
            index &+= 1
        }
        return false
    }

    @inline(__always)
    fileprivate mutating func push(_ frame: ResolutionFrame) {
        if depth == memory.count { grow() }
        memory.initializeElement(at: depth, to: frame)
        depth &+= 1
    }

    @inline(__always)
    fileprivate mutating func pop() {
        depth &-= 1
        memory.deinitializeElement(at: depth)
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutableBufferPointer<ResolutionFrame>.allocate(capacity: memory.count * 2)
        _ = larger.moveInitialize(fromContentsOf: memory)
        memory.deallocate()
        memory = larger
    }
}

extension UnsafeMutablePointer<ResolvingThread> {
    /// Runs a creator as the innermost one of the calling thread, with the container of the table as the shared one.
    @inline(__always)
    func run<Service>(
        _ creator: () throws -> Service,
        in frame: ResolutionFrame,
        for table: StackTable,
        _ observed: ObservedResolution? = nil
    ) throws(ResolutionFailure) -> Service {
        observed?.notify(.creationBegan, depth: pointee.depth)
        pointee.push(frame)
        defer { pointee.pop() }
        do {
            let isShared = table.isProcessWide && !BindingFlag.isSet
            let service = isShared ? try creator() : try table.withContainerShared(creator)
            observed?.notify(.creationEnded, depth: pointee.depth - 1)
            return service
        } catch {
            observed?.notify(.creationFailed, depth: pointee.depth - 1)
            throw failure(of: error)
        }
    }

    @inline(never)
    private func failure(of error: any Error) -> ResolutionFailure {
        .failed(error as? DependencyError ?? .creatorFailed(error, path: pointee.path))
    }
}
