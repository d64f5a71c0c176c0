/// An instance that its registration has let go of, or the rest of a registration that was removed: to be released after
/// unlocking.
struct LetGo {
    private let registration: AnyServiceRegistration
    private let kept: AnyKept?
    private let argument: Argument?
    /// Nil when they are still to be asked for.
    private let onRemove: [AnyServiceRegistration.OnRemove]?
    /// Of a registration that was removed.
    private let recipe: Recipe?
    private let isRemoved: Bool

    /// An instance, which may be made from an argument.
    /// `isLocked` tells whether the registration's shard is.
    init(
        _ kept: AnyKept?,
        of registration: AnyServiceRegistration,
        for argument: Argument? = nil,
        isLocked: Bool = true
    ) {
        self.registration = registration
        self.kept = kept
        self.argument = argument
        onRemove = isLocked ? registration.onRemove : nil
        recipe = nil
        isRemoved = false
    }

    /// The rest of a registration, which becomes inert.
    init(rest registration: AnyServiceRegistration) {
        self.registration = registration
        kept = nil
        argument = nil
        onRemove = registration.onRemove
        recipe = registration.recipe
        isRemoved = true
        // Containers that were asked may still have instances, which it cleans up.
        if registration.lifetime.kind != .perContainer, !registration.isDecorator { registration.onRemove = [] }
        registration.recipe = nil
        registration.arguments = nil
        registration.stack = nil
    }

    fileprivate func cleanUp() {
        if isRemoved { registration.lifetime.scope?.forget(registration) }
        guard let kept, !kept.isWeak else { return }
        for remove in onRemove ?? registration.shard.withLock({ _ in registration.onRemove }) { remove(kept) }
    }
}

extension [LetGo] {
    /// Cleans up and releases one after the other, so that a decoration is gone before the instance that it decorates is
    /// cleaned up. Runs users' code, and so under no lock.
    consuming func release() {
        if isEmpty { return }
        reverse()
        while let letGo = popLast() { letGo.cleanUp() }
    }
}
