// Pushing onto the stacks, taking out of them, and listing what is on them.

extension StackTable {
    /// The stack of a key, made when there is none, and the type of its registrations. Pins the stack, for the one
    /// `push(_:onto:)` that has to follow.
    ///
    /// A stack remembers the type, as finding a generic one takes a fifth of registering a mock (`Benchmarks`, row
    /// 'register a mock and remove it'). The invariant of the cast: a key belongs to one service. `ServiceTypesTests`
    /// would see that lost.
    @inline(__always)
    func pinnedStack<Service>(
        of key: ServiceKey,
        _ service: Service.Type
    ) -> (stack: UnsafeMutablePointer<Stack>, type: ServiceRegistration<Service>.Type) {
        let shard = shard(of: key)
        shard.lock()
        let stack = shard.findOrMake(key)
        stack.pointee.pins += 1
        let known = stack.pointee.registrationType
        shard.unlock()
        guard let known else { return (stack, ServiceRegistration<Service>.self) }
        return (stack, unsafeBitCast(known, to: ServiceRegistration<Service>.Type.self))
    }

    /// Puts a registration, which has to be made for this table and to be new, on top of the stack of its key, and gives
    /// back the pin.
    ///
    /// What it replaces goes in the same instant.
    @inline(__always)
    func push<Service>(
        _ registration: ServiceRegistration<Service>,
        onto stack: UnsafeMutablePointer<Stack>,
        replacing replaced: Replaced = .nothing
    ) {
        if ProcessFlags.current.mayRegisterForOthers { adopt(registration) }
        let shard = registration.shard
        shard.lock()
        stack.pointee.pins -= 1
        let removed = replaced == .nothing ? nil : stack.takeOut(replaced, by: registration)
        stack.insert(registration)
        let isAwaited = stack.pointee.takeAwaited()
        let observers = shard.pointee.observers
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        if let removed { for removed in removed { removed.release() } }
        if let observers { notify(observers, ofRegistering: registration) }
    }

    @inline(never)
    private func notify(_ observers: ObserverList, ofRegistering registration: AnyServiceRegistration) {
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
    /// Nil, and not empty, when there are none.
    let decorations: [TakenInstance]?

    /// To be called outside every lock, as it runs users' code.
    @inline(__always)
    func release() {
        if let decorations { RemovedRegistration.release(decorations) }
        registration.takeRetainedValue().releaseContents()
    }

    @inline(never)
    private static func release(_ decorations: [TakenInstance]) {
        for decoration in decorations { decoration.release() }
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
