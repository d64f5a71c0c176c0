/// A creator that is running on some thread, and where its service was asked for. Lies on that thread's stack.
struct ResolutionFrame {
    let key: ServiceKey
    let place: CodePlace
    let registrationNumber: UInt64
    let tableNumber: UInt64
    /// Whether what is being made will be owned by the table.
    let keepsInstance: Bool
    /// Whether the creator runs because its service is being registered, and cannot be found on a stack yet.
    let isRegistering: Bool
    fileprivate(set) var outer: UnsafeMutablePointer<ResolutionFrame>?

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

/// What one thread is resolving: the chain of creators that run on it, and the creation that it waits for.
struct ResolvingThread {
    private(set) var innermost: UnsafeMutablePointer<ResolutionFrame>?
    /// Guarded by the monitor of `CreationWaiting`. The waiting thread holds a reference of its own.
    var awaited: Unmanaged<AnyServiceRegistration>?

    private static let slot = ThreadLocal()

    /// The state of the calling thread, which lives as long as the thread.
    static var current: UnsafeMutablePointer<ResolvingThread> {
        if let pointer = slot.pointer { return pointer.assumingMemoryBound(to: ResolvingThread.self) }
        let thread = UnsafeMutablePointer<ResolvingThread>.allocate(capacity: 1)
        thread.initialize(to: ResolvingThread())
        slot.pointer = UnsafeMutableRawPointer(thread)
        return thread
    }

    /// The frames from the innermost outwards.
    var frames: some Sequence<ResolutionFrame> {
        sequence(state: innermost) { frame in
            defer { frame = frame?.pointee.outer }
            return frame?.pointee
        }
    }

    /// The way to here: every running creator, the outermost first.
    var path: [DependencyError.Step] { frames.map(\.step).reversed() }

    /// The part of the way that begins with the creator of a registration.
    func path(from registrationNumber: UInt64) -> [DependencyError.Step] {
        var steps: [DependencyError.Step] = []
        for frame in frames {
            steps.append(frame.step)
            if frame.registrationNumber == registrationNumber { break }
        }
        return steps.reversed()
    }

    /// Whether the creator of a registration runs on this thread.
    func isCreating(_ registrationNumber: UInt64) -> Bool {
        var frame = innermost
        while let current = frame {
            if current.pointee.registrationNumber == registrationNumber { return true }
            frame = current.pointee.outer
        }
        return false
    }
}

extension UnsafeMutablePointer<ResolvingThread> {
    /// Runs a creator with its frame as the innermost one.
    @inline(__always)
    func withFrame<Service>(
        _ frame: inout ResolutionFrame,
        creator: () throws -> Service
    ) throws(DependencyError) -> Service {
        frame.outer = pointee.innermost
        do {
            return try withUnsafeMutablePointer(to: &frame) { frame in
                pointee.setInnermost(frame)
                defer { pointee.setInnermost(frame.pointee.outer) }
                return try creator()
            }
        } catch let error as DependencyError {
            throw error
        } catch {
            throw DependencyError.creatorFailed(error, frame: frame, thread: self.pointee)
        }
    }
}

extension ResolvingThread {
    fileprivate mutating func setInnermost(_ frame: UnsafeMutablePointer<ResolutionFrame>?) {
        innermost = frame
    }
}
