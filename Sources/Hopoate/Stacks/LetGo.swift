/// An instance that its registration has let go of, the rest of a registration that was removed, or any other object: to be
/// released after unlocking.
struct LetGo {
    private let registration: AnyServiceRegistration?
    /// Taken as a whole: releasing what a decoration was made from may run users' code, too.
    private var slot: Slot
    /// Nil when they are still to be asked for.
    private let onRemove: [AnyServiceRegistration.OnRemove]?
    /// The recipe of a registration that was removed, or the instance that had the slot, with its argument.
    private let rest: AnyObject?

    /// `isLocked` tells whether the registration's shard is.
    init(_ slot: Slot, of registration: AnyServiceRegistration, for rest: AnyObject? = nil, isLocked: Bool = true) {
        self.registration = registration
        self.slot = slot
        self.rest = rest
        onRemove = isLocked ? registration.onRemove : nil
    }

    init(_ object: AnyObject) { (registration, slot, rest, onRemove) = (nil, Slot(), object, []) }

    /// Runs users' code, and so under no lock.
    mutating func release() {
        if let kept = slot.kept, !kept.isWeak {
            for remove in onRemove ?? registration?.shard.withLock({ _ in registration!.onRemove }) ?? [] {
                remove(kept)
            }
        }
        slot = Slot()
    }
}

extension AnyServiceRegistration {
    /// Makes the registration inert, which its stack has taken out.
    final func becomeInert(_ discarded: inout Discarded) {
        discarded.add(LetGo(slot.take(), of: self, for: recipe))
        if let arguments { discarded.add(arguments.owner) }
        // A stack without registrations holds no users' objects.
        (recipe, arguments, stack) = (nil, nil, nil)
        lifetime.scope?.forget(self)
        // Containers that were asked may still have instances, which it cleans up.
        if lifetime.kind != .perContainer, !isDecorator { onRemove = [] }
    }
}
