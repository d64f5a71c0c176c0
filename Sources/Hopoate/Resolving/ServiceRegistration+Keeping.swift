// Making the instance that a registration keeps, once, after the thread that makes it has claimed the creation.

/// What is known about an instance that is going to be kept.
struct Keeping {
    var isWeak = false
    /// The stamp of what it is made from, by a decorator.
    var source: UInt64 = 0
    /// The scope's when the creation began.
    var generation: UInt64 = 0
    var deadline = 0.0
    /// Set when the instance is kept, and 0 when it is the caller's alone.
    var stamp: UInt64 = 0
}

extension ServiceRegistration {
    /// Makes the instance of a registration that is not on a stack yet, if its creator does not throw.
    func createEagerly(for table: StackTable) {
        guard let creator else { return }
        let thread = ResolvingThread.current
        if let actor = details?.isolation, !thread.isIsolated(to: actor) { return }
        let frame = ResolutionFrame(creating: self, key, place, isRegistering: true)
        guard let instance = try? thread.run(creator, in: frame, for: table) else { return }
        let storage = UnsafeMutablePointer<Service>.allocate(capacity: 1)
        storage.initialize(to: instance)
        keptInstance = UnsafeMutableRawPointer(storage)
    }

    /// Makes the instance that the registration keeps, after the calling thread has claimed its creation.
    ///
    /// When the registration has been removed meanwhile, or its scope reset, the instance is the caller's alone.
    @inline(never)
    func keep(
        in table: StackTable,
        _ keeping: inout Keeping,
        _ lookup: Lookup,
        _ create: () throws(ResolutionFailure) -> Service
    ) throws(ResolutionFailure) -> Service {
        do throws(ResolutionFailure) {
            let instance = try create()
            try endCreation(with: instance, in: table, &keeping, lookup)
            return instance
        } catch {
            abandonCreation()
            throw error
        }
    }

    /// Keeps an instance that has been made, and ends its creation, unless that fails.
    func endCreation(
        with instance: Service,
        in table: StackTable,
        _ keeping: inout Keeping,
        _ lookup: Lookup
    ) throws(ResolutionFailure) {
        var weak: WeakInstance<Service>?
        if keeping.isWeak {
            weak = .of(instance)
            if weak == nil, !isDecorator {
                throw .failed(.unusable(.notAnObject(type(of: instance as Any)), self, lookup))
            }
        }
        if lifetime.kind == .expiring {
            keeping.deadline = try table.secondsNow(for: key, lookup.place) + lifetime.seconds
        }
        let storage = keeping.isWeak ? nil : UnsafeMutablePointer<Service>.allocate(capacity: 1)
        storage?.initialize(to: instance)
        let isKept = endCreation {
            if let details {
                if let scope = lifetime.scope, !scope.admit(self, of: table.owner, generation: keeping.generation) {
                    return false
                }
                details.stamp = Numbers.next()
                details.source = keeping.source
                details.deadline = keeping.deadline
                details.weakInstance = weak
            }
            keptInstance = UnsafeMutableRawPointer(storage)
            keeping.stamp = stamp
            return true
        }
        if !isKept {
            storage?.deinitialize(count: 1)
            storage?.deallocate()
        }
    }

    /// Ends a creation that has failed.
    func abandonCreation() { endCreation { false } }

    /// Ends a creation and wakes who waits for it.
    ///
    /// - Parameter keep: Keeps the instance, under the lock of the shard, if the registration is still on its stack.
    /// - Returns: Whether the registration has kept it.
    @discardableResult
    private func endCreation(_ keep: () -> Bool) -> Bool {
        shard.lock()
        var isKept = false
        var isAwaited = false
        if let stack {
            isKept = keep()
            details?.asyncCreation = nil
            stack.pointee.updateHit()
            isAwaited = stack.pointee.takeAwaited()
        }
        creatingThread = nil
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        return isKept
    }
}
