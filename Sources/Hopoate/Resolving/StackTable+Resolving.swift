// The one way that every resolution takes: stack for the key → top registration → its instance, or its creator run.

extension StackTable {
    /// Resolves a service, or throws why it cannot.
    @inline(__always)
    func resolve<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace
    ) throws(DependencyError) -> Service {
        let shard = shard(of: key)
        shard.lock()
        if let hit = shard.pointee.find(key)?.pointee.hit {
            let instance = hit.assumingMemoryBound(to: Service.self).pointee
            shard.unlock()
            return instance
        }
        shard.unlock()
        if let instance = try resolveIfRegistered(service, key, place) { return instance }
        throw DependencyError.missing(key, place, in: self)
    }

    /// Resolves a service when that takes more than a look at its stack.
    ///
    /// - Returns: Nil only when nothing is registered.
    @inline(never)
    func resolveIfRegistered<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace
    ) throws(DependencyError) -> Service? {
        var origin: UInt64 = 0
        return try create(service, key, place, transientOrigin: &origin)
    }

    /// Resolves a service when that takes more than a look at its stack.
    ///
    /// - Parameter transientOrigin: Set to the number of the registration when the instance is not kept by it.
    /// - Returns: Nil only when nothing is registered.
    @inline(__always)
    func create<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        transientOrigin: inout UInt64
    ) throws(DependencyError) -> Service? {
        let thread = ResolvingThread.current
        let shard = shard(of: key)
        while true {
            shard.lock()
            guard let top = shard.pointee.find(key)?.pointee.top else {
                shard.unlock()
                return nil
            }
            // The invariant of this downcast: a stack of a key of `Service` holds registrations of `Service`. Pushing is
            // generic over the same type as the key; `ServiceTypesTests` would see that lost.
            let registration = unsafeDowncast(top._withUnsafeGuaranteedRef { $0 }, to: ServiceRegistration<Service>.self)
            if let kept = registration.keptInstance {
                let instance = kept.assumingMemoryBound(to: Service.self).pointee
                shard.unlock()
                return instance
            }
            guard case .none = registration.creation else {
                shard.unlock()
                try CreationWaiting.wait(for: registration, step: DependencyError.Step(key, place))
                continue
            }
            let creator = registration.creator.unsafelyUnwrapped
            var frame = ResolutionFrame(creating: registration, place: place)
            guard registration.lifetime.keepsInstance else {
                shard.unlock()
                transientOrigin = frame.registrationNumber
                if thread.pointee.isCreating(frame.registrationNumber) {
                    let path = thread.pointee.path(from: frame.registrationNumber)
                    throw DependencyError.cycle(path + [DependencyError.Step(key, place)])
                }
                return try thread.withFrame(&frame, creator: creator)
            }
            registration.creation = .running(thread)
            shard.unlock()
            return try registration.keep { () throws(DependencyError) in
                try thread.withFrame(&frame, creator: creator)
            }
        }
    }
}

extension ServiceRegistration {
    /// Makes the instance of a registration that is not on a stack yet, if its creator does not throw.
    func createEagerly() {
        guard let creator else { return }
        let storage = UnsafeMutablePointer<Service>.allocate(capacity: 1)
        var frame = ResolutionFrame(creating: self, place: place, isRegistering: true)
        do {
            storage.initialize(to: try ResolvingThread.current.withFrame(&frame, creator: creator))
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
        _ create: () throws(DependencyError) -> Service
    ) throws(DependencyError) -> Service {
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
        if let stack {
            keptInstance = instance
            stack.pointee.updateHit()
        }
        let ended = creation
        creation = .none
        shard.unlock()
        if case .awaited = ended { CreationWaiting.wakeAll() }
        return stack != nil
    }
}
