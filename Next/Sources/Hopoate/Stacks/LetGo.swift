/// An instance that its registration has let go of, or the rest of a registration that was removed: to be released after
/// unlocking.
struct LetGo {
    private let registration: AnyServiceRegistration
    private let kept: AnyKept?
    private let argument: Argument?
    private let onRemove: [AnyServiceRegistration.OnRemove]
    /// Of a registration that was removed.
    private let recipe: Recipe?
    private let isRemoved: Bool

    /// An instance, which may be made from an argument.
    init(_ kept: AnyKept?, of registration: AnyServiceRegistration, for argument: Argument? = nil) {
        self.registration = registration
        self.kept = kept
        self.argument = argument
        onRemove = kept?.isWeak == false ? registration.onRemove : []
        recipe = nil
        isRemoved = false
    }

    /// The rest of a registration, which becomes inert.
    init(rest registration: AnyServiceRegistration) {
        self.registration = registration
        kept = nil
        argument = nil
        // Containers that were asked may still have instances, which it cleans up.
        let isDone = registration.lifetime.kind != .perContainer
        onRemove = isDone ? registration.onRemove : []
        recipe = registration.recipe
        isRemoved = true
        if isDone { registration.onRemove = [] }
        registration.recipe = nil
        registration.arguments = nil
        registration.stack = nil
    }

    fileprivate func cleanUp() {
        if isRemoved { registration.lifetime.scope?.forget(registration) }
        if let kept { for remove in onRemove { remove(kept) } }
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
