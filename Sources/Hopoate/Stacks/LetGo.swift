/// An instance that its registration has let go of, or the rest of a registration that was removed: to be released after
/// unlocking.
struct LetGo {
    private let registration: AnyServiceRegistration
    /// Taken as a whole: releasing what a decoration was made from may run users' code, too.
    private var slot: Slot
    private let argument: Argument?
    /// Nil when they are still to be asked for.
    private let onRemove: [AnyServiceRegistration.OnRemove]?
    /// Of a registration that was removed.
    private let recipe: Recipe?
    private let isRemoved: Bool

    /// An instance, which may be made from an argument, or the rest of a registration that is removed.
    /// `isLocked` tells whether the registration's shard is.
    init(
        _ slot: Slot,
        of registration: AnyServiceRegistration,
        for argument: Argument? = nil,
        isLocked: Bool = true,
        isRemoved: Bool = false
    ) {
        self.registration = registration
        self.slot = slot
        self.argument = argument
        onRemove = isLocked ? registration.onRemove : nil
        recipe = isRemoved ? registration.recipe : nil
        self.isRemoved = isRemoved
    }

    fileprivate mutating func release() {
        if isRemoved { registration.lifetime.scope?.forget(registration) }
        if let kept = slot.kept, !kept.isWeak {
            for remove in onRemove ?? registration.shard.withLock({ _ in registration.onRemove }) { remove(kept) }
        }
        slot = Slot()
    }
}

extension AnyServiceRegistration {
    /// Makes the registration inert, which its stack has taken out.
    final func becomeInert() -> LetGo {
        let rest = LetGo(slot.take(), of: self, isRemoved: true)
        recipe = nil
        arguments = nil
        stack = nil
        // Containers that were asked may still have instances, which it cleans up.
        if lifetime.kind != .perContainer, !isDecorator { onRemove = [] }
        return rest
    }
}

extension [LetGo] {
    /// Cleans up and releases one after the other, so that a decoration is gone before the instance that it decorates is
    /// cleaned up. Runs users' code, and so under no lock.
    @inline(never)
    consuming func release() {
        for index in indices { self[index].release() }
    }
}
