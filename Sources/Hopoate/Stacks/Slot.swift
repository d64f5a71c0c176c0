/// An instance that a registration or a property keeps, or its creation in progress.
///
/// It is made when a creation begins, and never used again once it has left its registration. Sendable because its variables are only
/// touched under the lock of the shard of the registration, or of the property.
final class Slot: @unchecked Sendable {
    let registration: AnyServiceRegistration
    /// The look-ups that find it. Nil if all do.
    let key: SlotKey?
    /// The argument that the instance is created from, if any.
    let argument: Argument?
    /// The table of the container that creates the instance.
    let owner: StackTable
    /// Nil unless a creation is in progress. Meanwhile there is no instance.
    private(set) var creation: Activity?
    private(set) var box: AnyBox?
    /// The decorated instance that a decoration was created from.
    private(set) var source: AnyBox?
    /// The mocks that the instance was created from, directly or through others.
    private(set) var mocks: [RegisteredMock] = []
    /// Newer instances have larger numbers, and one in progress is going to be the newest. A property keeps the version of the stacks.
    private(set) var age = UInt64.max
    private(set) var hasLeft = false
    /// Where its group lists it. Only touched under the lock of that.
    var index: Int?

    init(
        of registration: AnyServiceRegistration,
        _ key: SlotKey? = nil,
        _ argument: Argument? = nil,
        owner: StackTable,
        creation: Activity? = nil
    ) {
        (self.registration, self.key, self.argument) = (registration, key, argument)
        (self.owner, self.creation) = (owner, creation)
    }

    /// Ends the creation with an instance to keep.
    func keep(
        _ box: AnyBox,
        from source: AnyBox? = nil,
        _ mocks: [RegisteredMock] = [],
        age: UInt64 = Numbers.next()
    ) {
        (self.box, self.source, self.mocks, self.age, creation) = (box, source, mocks, age, nil)
    }

    /// The instance, unless it has been released, or was created from another source or from a mock that has ended.
    func instance(from source: AnyBox?) -> AnyBox? {
        self.source === source && !mocks.haveEnded ? box?.strong : nil
    }

    /// Whether it is a container's, and not a graph's or another container's.
    func isOwned(by table: StackTable) -> Bool { owner === table && key?.graph == nil }

    /// Leaves the registration, so that no look-up finds it. A creation in progress is abandoned: its instance is its callers' alone.
    private func detach(_ discarded: inout Discarded) {
        if hasLeft { return }
        (hasLeft, creation) = (true, nil)
        // It holds the argument.
        discarded.add(self)
        registration.remove(self)
    }

    /// Leaves the registration, and releases the instance.
    func leave(_ discarded: inout Discarded) {
        detach(&discarded)
        registration.lifetime.scope?.slots.remove(self)
        if let key, key.graph == nil, key.table > 0 { owner.slots.remove(self) }
        if key?.graph == nil {
            discarded.add(box, madeFrom: source, of: registration, in: owner)
        } else {
            // A graph cleans up nothing.
            discarded.add(box)
            discarded.add(source)
        }
        (box, source) = (nil, nil)
    }

    /// Leaves the registration, which its container removes or resets. An instance that this container does not own is released with
    /// its owner.
    func leave(with table: StackTable, _ discarded: inout Discarded) {
        if isOwned(by: table) { leave(&discarded) } else { detach(&discarded) }
    }

    /// Releases the instance, after its decorations.
    func release(_ discarded: inout Discarded) {
        let stack = registration.stack
        for layer in (stack?.layers(of: self) ?? [self]).reversed() { layer.leave(&discarded) }
        stack?.updateHit()
    }

    /// Its age, outside of the lock.
    var lockedAge: UInt64 { registration.shard.withLock { _ in age } }

    /// Runs `body` under the lock.
    @inline(never)
    func withLock(_ body: (inout Discarded) -> Void) { registration.shard.withLock { body(&$1) } }

    /// Holds the instance weakly from now on. Releases it if it is a value, or was created from one.
    func weaken(_ discarded: inout Discarded) {
        guard let box, box.identity.isWeak, source?.isWeak ?? true else { return leave(&discarded) }
        discarded.add(box)
        self.box = box.identity
    }

    /// Whether it keeps this instance, or another form of it.
    func holds(_ instance: AnyBox) -> Bool { box?.identity === instance.identity }
}
