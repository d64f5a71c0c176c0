// The one way that every resolution takes: stack for the key → top registration → its instance, or its creator run.

/// Why a resolution has no instance. That nothing is registered is told apart without a word of the error's text, as it
/// is no error for everybody.
enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
}

extension StackTable {
    /// Resolves a service, or throws why it cannot.
    ///
    /// The way of a hit names no generic type and makes no optional of the service, as the metadata of either would cost
    /// more than all the rest (`Benchmarks`, row 'hit').
    @inline(__always)
    func resolve<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        default: DefaultRegistration? = nil
    ) throws(DependencyError) -> Service {
        let shard = shard(of: key)
        shard.lock()
        let stack = shard.pointee.find(key)
        if let hit = stack?.pointee.hit {
            let instance = hit.assumingMemoryBound(to: Service.self).pointee
            shard.unlock()
            return instance
        }
        return try resolveWithoutHit(service, key, place, stack, shard, `default`)
    }

    @inline(never)
    private func resolveWithoutHit<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ stack: UnsafeMutablePointer<Stack>?,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ default: DefaultRegistration?
    ) throws(DependencyError) -> Service {
        do throws(ResolutionFailure) {
            var origin: UInt64 = 0
            return try create(
                service,
                key,
                place,
                stack,
                lockedShard,
                default: `default`,
                transientOrigin: &origin
            )
        } catch {
            throw error.dependencyError(key, place, in: self)
        }
    }

    /// Resolves a service, or returns nil when nothing is registered.
    func resolveIfRegistered<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        default: DefaultRegistration? = nil
    ) throws(DependencyError) -> Service? {
        do throws(ResolutionFailure) {
            var origin: UInt64 = 0
            let shard = shard(of: key)
            shard.lock()
            let stack = shard.pointee.find(key)
            return try create(service, key, place, stack, shard, default: `default`, transientOrigin: &origin)
        } catch {
            return try error.nilWhenMissing()
        }
    }

    /// Resolves a service when that may take more than a look at its stack, which is nil when the key has none.
    ///
    /// Unlocks the shard. Sets `transientOrigin` to the number of the registration when that does not keep the instance.
    @inline(__always)
    func create<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ stack: UnsafeMutablePointer<Stack>?,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        default: DefaultRegistration? = nil,
        transientOrigin: inout UInt64
    ) throws(ResolutionFailure) -> Service {
        let thread = ResolvingThread.current
        var stack = stack
        while true {
            guard let top = stack?.pointee.top else {
                lockedShard.unlock()
                guard let registration = `default`?(self) else { throw .missing }
                pushDefault(registration)
                lockedShard.lock()
                stack = lockedShard.pointee.find(key)
                continue
            }
            if let kept = top._withUnsafeGuaranteedRef({ $0.keptInstance }) {
                let instance = kept.assumingMemoryBound(to: Service.self).pointee
                let observed = lockedShard.observed(top, place)
                lockedShard.unlock()
                observed?.notify(.hit, depth: thread.pointee.depth)
                return instance
            }
            if top._withUnsafeGuaranteedRef({ $0.creatingThread != nil }) {
                try awaitCreation(by: top, lockedShard, DependencyError.Step(key, place))
                lockedShard.lock()
                stack = lockedShard.pointee.find(key)
                continue
            }
            // Not before this point: who only waits must not hold on to a creator or an observer, which it would release
            // under the lock.
            //
            // The invariant of this downcast: a stack of a key of `Service` holds registrations of `Service`. Pushing is
            // generic over the same type as the key; `ServiceTypesTests` would see that lost.
            let creator = top._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: ServiceRegistration<Service>.self).creator.unsafelyUnwrapped
            }
            let observed = lockedShard.observed(top, place)
            let frame = top._withUnsafeGuaranteedRef { ResolutionFrame(creating: $0, place: place) }
            guard frame.keepsInstance else {
                lockedShard.unlock()
                transientOrigin = frame.registrationNumber
                if thread.pointee.isCreating(frame.registrationNumber) {
                    throw .failed(.cycle(thread.pointee.path + [frame.step]))
                }
                return try thread.run(creator, in: frame, for: self, observed)
            }
            let registration = unsafeDowncast(top.takeUnretainedValue(), to: ServiceRegistration<Service>.self)
            registration.creatingThread = thread
            lockedShard.unlock()
            return try registration.keep { () throws(ResolutionFailure) in
                try thread.run(creator, in: frame, for: self, observed)
            }
        }
    }

    /// Waits for the thread that is making a registration's instance. Unlocks the shard, and holds on to nothing
    /// afterwards.
    @inline(never)
    private func awaitCreation(
        by registration: Unmanaged<AnyServiceRegistration>,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ step: DependencyError.Step
    ) throws(ResolutionFailure) {
        let registration = registration.takeUnretainedValue()
        lockedShard.unlock()
        try CreationWaiting.wait(for: registration, step: step)
    }
}

extension ResolutionFailure {
    func dependencyError(_ key: ServiceKey, _ place: CodePlace, in table: StackTable) -> DependencyError {
        switch self {
        case .missing: DependencyError.missing(key, place, in: table)
        case .failed(let error): error
        }
    }

    func nilWhenMissing<Service>() throws(DependencyError) -> Service? {
        switch self {
        case .missing: return nil
        case .failed(let error): throw error
        }
    }
}

extension ServiceRegistration {
    /// Makes the instance of a registration that is not on a stack yet, if its creator does not throw.
    func createEagerly(for table: StackTable) {
        guard let creator else { return }
        let storage = UnsafeMutablePointer<Service>.allocate(capacity: 1)
        let frame = ResolutionFrame(creating: self, place: place, isRegistering: true)
        do {
            storage.initialize(to: try ResolvingThread.current.run(creator, in: frame, for: table))
            keptInstance = UnsafeMutableRawPointer(storage)
        } catch {
            storage.deallocate()
        }
    }

    /// Makes the instance that the registration keeps, after the calling thread has claimed its creation.
    ///
    /// When the registration has been removed meanwhile, the instance is the caller's alone.
    @inline(never)
    fileprivate func keep(
        _ create: () throws(ResolutionFailure) -> Service
    ) throws(ResolutionFailure) -> Service {
        let storage = UnsafeMutablePointer<Service>.allocate(capacity: 1)
        do {
            storage.initialize(to: try create())
        } catch {
            storage.deallocate()
            _ = endCreation(keeping: nil)
            throw error
        }
        let instance = storage.pointee
        if !endCreation(keeping: UnsafeMutableRawPointer(storage)) {
            storage.deinitialize(count: 1)
            storage.deallocate()
        }
        return instance
    }

    /// Ends the creation and wakes who waits for it.
    ///
    /// - Returns: Whether the registration, which may have been removed, has taken the instance.
    private func endCreation(keeping instance: UnsafeMutableRawPointer?) -> Bool {
        shard.lock()
        let stack = stack
        var isAwaited = false
        if let stack {
            keptInstance = instance
            stack.pointee.updateHit()
            isAwaited = stack.pointee.takeAwaited()
        }
        creatingThread = nil
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        return stack != nil
    }
}
