// Pushing onto the stacks, taking out of them, and listing what is on them.

extension StackTable {
    /// Puts a registration, which has to be made for this table and to be new, on top of the stack of its key.
    ///
    /// What it replaces goes in the same instant.
    func push<Service>(_ registration: ServiceRegistration<Service>, replacing replaced: Replaced = .nothing) {
        if ProcessFlags.current.mayRegisterForOthers { adopt(registration) }
        let shard = registration.shard
        shard.lock()
        let stack = shard.findOrMake(registration.key)
        let removed = replaced == .nothing ? [] : stack.takeOut(replaced, by: registration)
        stack.insert(registration)
        let isAwaited = stack.pointee.takeAwaited()
        let observers = shard.pointee.observers
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        if !removed.isEmpty { for removed in removed { removed.release() } }
        guard let observers else { return }
        observers.notify(ResolutionEvent(.registered, registration, registration.place))
    }

    /// Notes whose registration it is, if it is not made by hand.
    @inline(never)
    private func adopt(_ registration: AnyServiceRegistration) {
        if ResolvingThread.current.pointee.isRegisteringAutomatically(in: self) {
            // They are the container's for good, whatever was going on when a look-up first missed.
            registration.rank = .automatic
            return
        }
        addToModule(registration)
    }

    /// What a new registration takes the place of.
    enum Replaced {
        case nothing
        case everything
        /// What `container[\.key] = …` has registered.
        case whatTheSetterMade
    }

    /// Puts a default at the bottom of the stack of its key, unless another thread was faster.
    func pushDefault(_ registration: AnyServiceRegistration) {
        let shard = registration.shard
        shard.lock()
        let stack = shard.findOrMake(registration.key)
        if stack.bottom?.rank != registration.rank { stack.insert(registration) }
        shard.unlock()
    }

    /// Puts a copy of every registration into a new table, which nobody else uses yet.
    func fork(into table: StackTable) {
        var copies: [UInt64: AnyServiceRegistration] = [:]
        withAllStacks { stacks in
            let registrations = stacks.flatMap { Array($0.registrations) }
            for registration in registrations.sorted(by: { $0.number < $1.number }) {
                copies[registration.number] = registration.copy(for: table)
            }
            // Of two that threads have pushed at once, the older may stand above.
            for registration in stacks.flatMap({ $0.registrations.reversed() }) {
                guard let copy = copies[registration.number] else { continue }
                copy.shard.findOrMake(copy.key).insert(copy)
            }
        }
        forkModules(into: table, copies)
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
        let removed = stack.takeOut(registration)
        let isAwaited = stack.pointee.takeAwaited()
        shard.dispose(of: stack)
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        removed.release()
    }

    /// Takes out every registration that is there now, one after the other and the newest first, so that a service
    /// whose `deinit` resolves an older one still finds it.
    func removeAll() {
        let modules = changeModules { modules in
            defer { modules = [] }
            return modules
        }
        let registrations = withAllStacks { stacks in stacks.flatMap { Array($0.registrations) } }
        for registration in registrations.sorted(by: { $0.number > $1.number }) { remove(registration) }
        withExtendedLifetime(modules) {}
    }

    /// Every registration, the oldest first.
    func inventory() -> [RegistrationInfo] {
        let registrations = withAllStacks { stacks in
            stacks.flatMap { stack in
                stack.registrations.enumerated().map { (depth: $0.offset, registration: $0.element) }
            }
        }
        return registrations.filter { !$0.registration.key.isOfAutomaticRegistrations }
            .map { RegistrationInfo($0.registration, depth: $0.depth) }
            .sorted { $0.number < $1.number }
    }
}

/// A registration that is on no stack any more, with what the decorators above it made of its instance.
private struct RemovedRegistration {
    let registration: Unmanaged<AnyServiceRegistration>
    let decorations: [TakenInstance]

    /// To be called outside every lock, as it runs users' code.
    func release() {
        if !decorations.isEmpty { for decoration in decorations { decoration.release() } }
        registration.takeRetainedValue().releaseContents()
    }
}

extension StackTable {
    /// Every registration that a look-up may find, the parents' too.
    func inventoryWithParents() -> [RegistrationInfo] { (parent?.inventoryWithParents() ?? []) + inventory() }
}

extension UnsafeMutablePointer<Stack> {
    @inline(__always)
    fileprivate func takeOut(_ registration: AnyServiceRegistration) -> RemovedRegistration {
        let decorations = registration.takeDecorations()
        return RemovedRegistration(registration: unlink(registration), decorations: decorations)
    }

    /// Takes out what a new registration replaces, the newest first.
    fileprivate func takeOut(
        _ replaced: StackTable.Replaced,
        by registration: AnyServiceRegistration
    ) -> [RemovedRegistration] {
        let removed = registrations.filter { old in
            old.rank.rawValue <= registration.rank.rawValue
                && (replaced == .everything || old.details?.isFromSetter == true)
        }
        return removed.map { takeOut($0) }
    }
}
