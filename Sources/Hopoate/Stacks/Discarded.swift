/// Collects the objects that are dropped under a lock and may hold user objects. They are released after unlocking, as
/// a `deinit` may enter the library again.
///
/// `withLock` lends one to closures of two parameters.
struct Discarded {
    private var instances: [ReleasedInstance]?
    /// How many instances `next()` has reached.
    private var position = 0
    private var objects: [AnyObject]?

    /// Adds an instance with its slot, under the lock of its registration's shard.
    mutating func add(slot: consuming Slot, of registration: AnyServiceRegistration) {
        add(slot: slot, of: registration, registration.onRemove)
    }

    /// Adds an instance with its slot, and the functions that clean it up. It is cleaned up and released after the
    /// instances that were added before it, and before all other objects. A creation in progress is abandoned.
    mutating func add(slot: consuming Slot, of registration: AnyServiceRegistration, _ functions: [OnRemove]) {
        // Without an instance, functions are added too: they may hold user objects, and a registration that becomes
        // inert drops them.
        if slot.box == nil, functions.isEmpty { return }
        let ending = slot.creation.flatMap { Waiting.abandon($0, of: registration, functions) }
        if instances == nil { instances = [] }
        instances!.append(ReleasedInstance(slot, of: registration, functions, by: ending))
    }

    @inline(never)
    mutating func add(_ object: AnyObject?) {
        guard let object else { return }
        if objects == nil { objects = [] }
        objects!.append(object)
    }

    mutating func add(_ others: [some AnyObject]) { for object in others { add(object) } }

    /// The next instance to clean up. First releases the last one, so a decoration is released before the instance that it
    /// decorates is cleaned up. Runs user code: call it under no lock.
    mutating func next() -> ReleasedInstance? {
        guard let instances else { return nil }
        while true {
            if position > 0 { instances[position - 1].release() }
            if position == instances.count { return nil }
            let released = instances[position]
            position += 1
            if let registration = released.registration { released.ending?.begin(for: registration) }
            if released.box != nil { return released }
        }
    }

    /// Cleans up and releases the instances, and then releases the other objects.
    @inline(__always)
    consuming func release() { if instances != nil { releaseInstances() } }

    @inline(never)
    private consuming func releaseInstances() {
        // Most instances have no clean-up, and need no task-local value.
        guard instances!.contains(where: { !$0.functions.isEmpty }) else { return _ = next() }
        Ending(by: .ofThread).run(EndingSteps([], consume self))
    }
}

extension Protected {
    /// Runs `body` under the lock, and then releases the objects that it has discarded.
    @inline(__always)
    func withLock<Result>(at index: Int = 0, _ body: (inout Value, inout Discarded) -> Result) -> Result {
        var discarded = Discarded()
        let result = withLock(at: index) { body(&$0, &discarded) }
        (consume discarded).release()
        return result
    }

    /// Runs `body` under the lock.
    ///
    /// - Returns: The discarded objects, to be released.
    func discarding(at index: Int = 0, _ body: (inout Value, inout Discarded) -> Void) -> Discarded {
        var discarded = Discarded()
        withLock(at: index) { body(&$0, &discarded) }
        return discarded
    }
}
