/// A creator that is running on some thread, and where its service was asked for.
///
/// It has no references to count, as it is made and forgotten at each creation (`Benchmarks`, row 'transient').
struct ResolutionFrame {
    private let service: Any.Type
    private let name: UnownedName
    let place: CodePlace
    let registrationNumber: UInt64
    let tableNumber: UInt64
    /// Whether what is being made will be owned by the table.
    let keepsInstance: Bool
    /// Whether the creator runs because its service is being registered, and cannot be found on a stack yet.
    let isRegistering: Bool
    /// The creator's own container, or what `withShared` has bound within the creator. Kept alive by who runs it. Nil for
    /// the process-wide container.
    fileprivate(set) var shared: Unmanaged<DependencyContainer>?

    /// Makes the frame of a creator. The caller has to keep the key until that has ended.
    @inline(__always)
    init(
        creating registration: AnyServiceRegistration,
        _ key: ServiceKey,
        _ place: CodePlace,
        retention: Lifetime.Retention? = nil,
        isRegistering: Bool = false
    ) {
        service = key.service
        name = UnownedName(key.name)
        self.place = place
        registrationNumber = registration.number
        tableNumber = registration.tableNumber
        keepsInstance = (retention ?? registration.lifetime.retention) == .registration
        self.isRegistering = isRegistering
    }

    var key: ServiceKey { ServiceKey(service, named: name.name) }

    var step: DependencyError.Step { DependencyError.Step(key, place) }
}

/// A name without a reference to what it is made of. The invariant that makes it safe: it is only asked for within the
/// creation that its frame stands for, and who runs the creator keeps the key until that is over.
/// `CycleTests` and `DependencyErrorTests`, under AddressSanitizer with names too long to be stored in place, would see that lost.
private struct UnownedName {
    #if _pointerBitWidth(_64)
    private typealias Bits = (UInt64, UInt64)
    #else
    private typealias Bits = (UInt32, UInt32, UInt32)
    #endif

    private let bits: Bits

    @inline(__always)
    init(_ name: String?) { bits = unsafeBitCast(name, to: Bits.self) }

    var name: String? { unsafeBitCast(bits, to: String?.self) }
}

/// What one thread is resolving: the chain of creators that run on it.
///
/// It lives in raw memory, as long as its thread. Only the thread itself touches it, but for `CreationWaiting`, which
/// looks at threads that stand still.
struct ResolvingThread {
    fileprivate var memory = UnsafeMutableBufferPointer<ResolutionFrame>.allocate(capacity: 16)
    /// How many creators run on this thread.
    private(set) var depth = 0
    /// What the services of the lifetime `.graph` that are resolved now share, once there is one.
    fileprivate(set) var graph: ResolutionGraph?
    /// How many others than creators have begun what one graph has to last for.
    fileprivate var graphHolders = 0
    /// The tables whose clocks are being read, each with what is asked for in it.
    fileprivate var clockReadings: [(tableNumber: UInt64, step: DependencyError.Step)] = []
    /// What `asyncResolve` does for creators of this thread that cannot run on their own.
    fileprivate var assistance = Assistance()

    /// The modules that the thread is installing, the outermost first, and the number of their table.
    var modules: [(installation: ModuleInstallation, number: UInt64)] = []

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
    var path: [DependencyError.Step] { (AsyncCreationMark.current?.path ?? []) + frames.map(\.step) }

    /// The part of the way that lies within the creator of a registration.
    func steps(after registrationNumber: UInt64) -> [DependencyError.Step] {
        let start = frames.lastIndex { $0.registrationNumber == registrationNumber } ?? depth
        return frames[start...].dropFirst().map(\.step)
    }

    /// The shared container of the innermost creator.
    var shared: DependencyContainer? {
        depth == 0 ? nil : memory[depth - 1].shared?.takeUnretainedValue() ?? .processWide
    }

    @inline(__always)
    fileprivate mutating func push(_ frame: ResolutionFrame, shared: Unmanaged<DependencyContainer>?) {
        if depth == memory.count { grow() }
        memory.initializeElement(at: depth, to: frame)
        memory[depth].shared = shared
        depth &+= 1
    }

    @inline(__always)
    fileprivate mutating func pop() { depth &-= 1 }

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
    ///
    /// What is kept must not hold on to what another container, say that of a test, happened to have when it was made.
    @inline(__always)
    func run<Service>(
        _ creator: () throws -> Service,
        in frame: ResolutionFrame,
        for table: StackTable,
        _ observed: ObservedResolution? = nil
    ) throws(ResolutionFailure) -> Service {
        guard table.isProcessWide, observed == nil else {
            return try runElsewhere(creator, in: frame, for: table, observed)
        }
        return try run(creator, in: frame, shared: nil)
    }

    /// Runs a creator that somebody observes, or one of another container than the process-wide one.
    @inline(never)
    private func runElsewhere<Service>(
        _ creator: () throws -> Service,
        in frame: ResolutionFrame,
        for table: StackTable,
        _ observed: ObservedResolution?
    ) throws(ResolutionFailure) -> Service {
        var container: DependencyContainer?
        if !table.isProcessWide {
            container = table.container
            if container == nil { throw .missing }
            ProcessFlags.set(.creators)
        }
        defer { withExtendedLifetime(container) {} }
        let observedCreator = {
            observed?.notify(.creationBegan)
            do {
                let service = try creator()
                observed?.notify(.creationEnded)
                return service
            } catch {
                observed?.notify(.creationFailed)
                throw error
            }
        }
        return try run(observedCreator, in: frame, shared: container.map { Unmanaged.passUnretained($0) })
    }

    @inline(__always)
    private func run<Service>(
        _ creator: () throws -> Service,
        in frame: ResolutionFrame,
        shared: Unmanaged<DependencyContainer>?
    ) throws(ResolutionFailure) -> Service {
        pointee.push(frame, shared: shared)
        defer {
            pointee.pop()
            if pointee.graph != nil { releaseGraphIfOver() }
        }
        do { return try creator() } catch { throw failure(of: error) }
    }

    /// Runs an operation with another shared container for the innermost creator of the thread.
    func withShared<Result>(_ container: DependencyContainer, _ operation: () throws -> Result) rethrows -> Result {
        guard pointee.depth > 0 else { return try operation() }
        let outer = pointee.exchangeShared(Unmanaged.passUnretained(container))
        defer { _ = pointee.exchangeShared(outer) }
        return try withExtendedLifetime(container, operation)
    }

    /// An error from further in stays the same error. One from elsewhere, say one that was stored, does not tell of the
    /// way that led here.
    @inline(never)
    private func failure(of error: any Error) -> ResolutionFailure {
        if let error = error as? DependencyError, error.begins(with: pointee.path) { return .failed(error) }
        return .failed(.creatorFailed(error, path: pointee.path))
    }
}

// Cycles. The few fields that are looked at are not to be copied with all others, for which the processor would have to
// wait until the last creation is written (`Benchmarks`, row 'transient').
extension UnsafeMutablePointer<ResolvingThread> {
    /// Whether the creator of a registration runs on this thread.
    @inline(__always)
    func isCreating(_ registrationNumber: UInt64) -> Bool {
        var index = 0
        while index < pointee.depth {
            if pointee.memory[index].registrationNumber == registrationNumber { return true }
            index &+= 1
        }
        return false
    }

    @inline(__always)
    func refuseCycle(_ frame: ResolutionFrame) throws(ResolutionFailure) {
        if isCreating(frame.registrationNumber) { throw cycle(frame) }
    }

    @inline(never)
    private func cycle(_ frame: ResolutionFrame) -> ResolutionFailure { .failed(.cycle(pointee.path + [frame.step])) }
}

// The graph: what one outermost resolution shares.
extension UnsafeMutablePointer<ResolvingThread> {
    /// Makes a graph that begins from now on last until `endGraph()`.
    func beginGraph() { pointee.graphHolders += 1 }

    func endGraph() {
        pointee.graphHolders -= 1
        if pointee.graph != nil { releaseGraphIfOver() }
    }

    /// The graph of the resolution that runs, begun now if it has none.
    func graphOfResolution() -> ResolutionGraph {
        if let graph = pointee.graph { return graph }
        let graph = ResolutionGraph()
        pointee.graph = graph
        return graph
    }

    /// Runs an operation as part of an earlier resolution.
    func within<Result>(
        _ graph: ResolutionGraph,
        _ operation: () throws(ResolutionFailure) -> Result
    ) throws(ResolutionFailure) -> Result {
        let outer = pointee.graph
        pointee.graph = graph
        pointee.graphHolders += 1
        defer {
            pointee.graph = outer
            pointee.graphHolders -= 1
        }
        return try operation()
    }

    @inline(never)
    private func releaseGraphIfOver() {
        guard pointee.depth == 0, pointee.graphHolders == 0, let graph = pointee.graph else { return }
        pointee.graph = nil
        graph.end()
    }
}

// Clocks: their code is no creator, but may come back to what it is read for.
extension UnsafeMutablePointer<ResolvingThread> {
    /// Reads the clock of a table, for a step of a resolution in it.
    ///
    /// - Throws: The way round, when that is being done already.
    func read(
        _ clock: any ExpirationClock,
        _ lookup: Lookup,
        of tableNumber: UInt64,
        for step: DependencyError.Step
    ) throws(ResolutionFailure) -> Double {
        let readings = pointee.clockReadings
        if readings.contains(where: { $0.tableNumber == tableNumber }) {
            let way = readings.flatMap { [$0.step, lookup.step] }
            throw .failed(.cycle(pointee.path + way + [step]))
        }
        pointee.clockReadings.append((tableNumber, step))
        defer { pointee.clockReadings.removeLast() }
        return clock.secondsNow()
    }
}

/// What `asyncResolve` does for creators that cannot run on their own in the resolution that it has begun.
struct Assistance {
    /// The actor that the resolution runs on.
    var actor: (any Actor)?
    /// What an asynchronous creator has made, as a `KeptInstance`, and the number of its registration.
    var supply: (registration: UInt64, instance: AnyObject)?
}

extension UnsafeMutablePointer<ResolvingThread> {
    func with<Result>(_ assistance: Assistance, _ operation: () -> Result) -> Result {
        let outer = pointee.assistance
        pointee.assistance = assistance
        defer { pointee.assistance = outer }
        return operation()
    }

    /// What has been made for a registration whose creator is asynchronous. Only the resolution that it was made for
    /// finds it.
    func supplied(for registration: AnyServiceRegistration) -> AnyObject? {
        guard let supply = pointee.assistance.supply, supply.registration == registration.number else { return nil }
        return supply.instance
    }

    func isIsolated(to actor: any Actor) -> Bool {
        pointee.assistance.actor === actor || ActorIsolation.isCurrent(actor)
    }
}

extension ResolvingThread {
    fileprivate mutating func exchangeShared(
        _ container: Unmanaged<DependencyContainer>?
    ) -> Unmanaged<DependencyContainer>? {
        defer { memory[depth - 1].shared = container }
        return memory[depth - 1].shared
    }
}
