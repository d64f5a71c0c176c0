// Pushing onto the stacks, taking out of them, and listing what is on them.

extension StackTable {
    /// Puts a registration, which has to be made for this table and to be new, on top of the stack of its key.
    ///
    /// With `replacing`, everything that was there goes in the same instant.
    func push<Service>(_ registration: ServiceRegistration<Service>, replacing: Bool = false) {
        let shard = registration.shard
        shard.lock()
        let stack = shard.findOrMake(registration.key)
        let replaced = replacing ? stack.unlinkAll() : []
        stack.push(registration)
        let isAwaited = stack.pointee.takeAwaited()
        let observers = shard.pointee.observers
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        for replaced in replaced { replaced.takeRetainedValue().releaseContents() }
        guard let observers else { return }
        let depth = ResolvingThread.current.pointee.depth
        observers.notify(ResolutionEvent(.registered, registration, registration.place, depth: depth))
    }

    /// Puts a default at the bottom of the stack of its key, unless another thread was faster.
    func pushDefault(_ registration: AnyServiceRegistration) {
        let shard = registration.shard
        shard.lock()
        let stack = shard.findOrMake(registration.key)
        if stack.bottom?.isDefault != true { stack.insertAtBottom(registration) }
        shard.unlock()
    }

    /// Puts a copy of every registration into a new table, which nobody else uses yet.
    func fork(into table: StackTable) {
        withAllStacks { stacks in
            let registrations = stacks.flatMap { Array($0.registrations) }
            for registration in registrations.sorted(by: { $0.number < $1.number }) {
                let copy = registration.copy(for: table)
                let stack = copy.shard.findOrMake(copy.key)
                if copy.isDefault { stack.insertAtBottom(copy) } else { stack.push(copy) }
            }
        }
    }

    /// Takes a registration out of its stack. No effect when it is not, or no longer, on a stack of this table.
    func remove(_ registration: AnyServiceRegistration) {
        guard registration.tableNumber == number else { return }
        let shard = registration.shard
        shard.lock()
        guard let stack = registration.stack else {
            shard.unlock()
            return
        }
        let removed = stack.unlink(registration)
        let isAwaited = stack.pointee.takeAwaited()
        shard.dispose(of: stack)
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        removed.takeRetainedValue().releaseContents()
    }

    /// Takes out every registration that is there now, one after the other and the newest first, so that a service
    /// whose `deinit` resolves an older one still finds it.
    func removeAll() {
        let registrations = withAllStacks { stacks in stacks.flatMap { Array($0.registrations) } }
        for registration in registrations.sorted(by: { $0.number > $1.number }) { remove(registration) }
    }

    func hasRegistration(of key: ServiceKey) -> Bool {
        let shard = shard(of: key)
        shard.lock()
        defer { shard.unlock() }
        return shard.pointee.find(key)?.pointee.top != nil
    }

    /// Every registration, the oldest first.
    func inventory() -> [RegistrationInfo] {
        let registrations = withAllStacks { stacks in
            stacks.flatMap { stack in
                stack.registrations.enumerated().map { (depth: $0.offset, registration: $0.element) }
            }
        }
        return registrations.map { RegistrationInfo($0.registration, depth: $0.depth) }.sorted { $0.number < $1.number }
    }
}

extension UnsafeMutablePointer<Stack> {
    fileprivate func unlinkAll() -> [Unmanaged<AnyServiceRegistration>] {
        var removed: [Unmanaged<AnyServiceRegistration>] = []
        while let top = pointee.top { removed.append(unlink(top.takeUnretainedValue())) }
        return removed
    }
}
