/// An instance that is stored outside its registration's slot, with the argument that it was created from, if any.
///
/// Sendable because its variables are only reached through its `Instances`, and so under their lock.
final class Instance: @unchecked Sendable {
    let registration: AnyServiceRegistration
    let argument: Argument?
    let number = Numbers.next()
    fileprivate let key: Instances.Key
    fileprivate var slot = Slot()

    fileprivate init(_ key: Instances.Key, _ registration: AnyServiceRegistration, _ argument: Argument?) {
        self.key = key
        self.registration = registration
        self.argument = argument
    }
}

/// Instances by registration and argument. A container has one for the lifetime `.perContainer`, an outermost look-up one for
/// `.graph`, and a registration one for the values of its argument, with their decorations.
///
/// Instances are added under the lock of their registration's shard, or those of removed registrations would stay.
struct Instances: Sendable {
    private struct Buckets {
        var buckets: [Key: [Instance]] = [:]
        var count = 0
        /// The number of instances at which a sweep removes those that are over.
        var countToSweepAt = 16
        /// How many look-ups use a graph.
        var users = 0
        var isClosed: Bool

        mutating func removeBuckets(where isMeant: (Key) -> Bool) -> [Instance] {
            var removed: [Instance] = []
            for key in buckets.keys.filter(isMeant) { removed += buckets.removeValue(forKey: key) ?? [] }
            count -= removed.count
            return removed
        }

        /// In the order of their release: newer instances first. So a decoration precedes the instance that it decorates.
        @inline(never)
        var all: [Instance] { buckets.values.flatMap(\.self).inOrderOfRelease }

        /// Adds an instance, unless its container has ended. Then no look-up finds the instance.
        @inline(never)
        mutating func insert(_ instance: Instance) -> Instance {
            if !isClosed {
                buckets[instance.key, default: []].append(instance)
                count += 1
            }
            return instance
        }

        mutating func remove(_ instance: Instance) -> Bool {
            guard let index = buckets[instance.key]?.firstIndex(where: { $0 === instance }) else { return false }
            buckets[instance.key]!.remove(at: index)
            if buckets[instance.key]!.isEmpty { buckets[instance.key] = nil }
            count -= 1
            return true
        }
    }

    private let state: Protected<Buckets>

    init(isClosed: Bool = false) { state = Protected(Buckets(isClosed: isClosed)) }

    /// The object that keeps the instances.
    var owner: AnyObject { state.owner }

    /// The instances with the hash of an argument. The caller compares their arguments outside the lock.
    func candidates(_ key: Key) -> Candidates { Candidates(instances: state.withLock { $0.buckets[key] ?? [] }) }

    /// Runs `body` with the slot of the argument's instance, which is added if there is none.
    ///
    /// - Returns: Nil if younger instances than `compared` were added, with which the argument has to be compared
    ///   first.
    @inline(__always)
    func withInstance<Result>(
        _ key: Key,
        _ registration: AnyServiceRegistration,
        _ argument: Argument?,
        compared: UInt64,
        _ body: (Instance, inout Slot) -> Result
    ) -> Result? {
        state.withLock { state in
            var found: Instance?
            if let bucket = state.buckets[key] {
                found = bucket.first { $0.argument === argument }
                if found == nil, bucket[bucket.count - 1].number > compared { return nil }
            }
            let instance = found ?? state.insert(Instance(key, registration, argument))
            return body(instance, &instance.slot)
        }
    }

    func holds(_ box: AnyBox, in instance: Instance) -> Bool { state.withLock { _ in instance.slot.holds(box) } }

    /// Ends the creation of an instance. Call it under the lock of the shard.
    ///
    /// - Returns: The result of `Slot.endCreation`.
    func endCreation(_ creation: Activity, of instance: Instance, with new: Slot, isFound: Bool) -> Bool {
        state.withLock { _ in instance.slot.endCreation(creation, with: new, isFound: isFound) }
    }

    /// Releases an instance if it was created from a mock.
    func release(_ instance: Instance, createdFrom mock: RegisteredMock) {
        let functions = instance.standing.functions
        state.withLock { _, discarded in
            if instance.slot.isCreated(from: mock) { discarded.add(instance: instance, functions) }
        }
    }

    /// Releases the instances of some layers of a stack, the uppermost one's first. Call it under the lock of the
    /// shard.
    func releaseInstances(of layers: ArraySlice<AnyServiceRegistration>, _ discarded: inout Discarded) {
        state.withLock { state in
            if state.buckets.isEmpty { return }
            let numbers = layers.map(\.generation)
            discarded.add(instances: state.removeBuckets { numbers.contains($0.registration) })
        }
    }

    /// Releases the instances of one argument, decorations first. Call it under the lock of the shard.
    func dropStale(_ layers: ArraySlice<AnyServiceRegistration>, of instance: Instance, _ discarded: inout Discarded) {
        state.withLock { state in
            for layer in layers.reversed() {
                let key = Key(registration: layer.generation, table: instance.key.table, hash: instance.key.hash)
                let stale = state.buckets[key]?.filter { $0.argument === instance.argument }
                discarded.add(instances: stale ?? [])
            }
        }
    }

    /// Releases all instances, one after the other. Accepts none afterwards.
    func close() {
        let instances = state.withLock { state in
            state.isClosed = true
            return state.all
        }
        for instance in instances {
            instance.registration.shard.withLock { discard(instance, &$1) }
        }
    }

    /// The removals of the present instances of a container, by their own age.
    func removals(in table: StackTable) -> [Removal] {
        state.withLock { state in
            state.buckets.values.flatMap(\.self).map {
                Removal(.instance($0, in: table), of: $0.registration, turn: $0.turn)
            }
        }
    }

    /// The creations in progress of some layers of a stack. Call it under the lock of the shard.
    func addCreations(of layers: ArraySlice<AnyServiceRegistration>, to creations: inout [Activity]) {
        state.withLock { state in
            for bucket in state.buckets.values {
                for instance in bucket where layers.contains(where: { $0 === instance.registration }) {
                    if let creation = instance.slot.creation { creations.append(creation) }
                }
            }
        }
    }

    func creation(of instance: Instance) -> Activity? { state.withLock { _ in instance.slot.creation } }

    /// Removes an instance, after its decorations. A creation in progress is abandoned: its instance is its callers' alone. Call it under
    /// the lock of the shard.
    func discard(_ instance: Instance, _ discarded: inout Discarded) {
        let registration = instance.registration
        dropStale(registration.layers.dropFirst(), of: instance, &discarded)
        state.withLock { if $0.remove(instance) { discarded.add(instance: instance, registration.onRemove) } }
    }

    /// Releases the instances that are over, or whose registration was removed or reset. Does so only if there are
    /// twice as many instances as the last sweep left.
    @inline(never)
    func sweep() {
        let (found, slots) = state.withLock { state -> ([Instance], [Slot]) in
            if state.count < state.countToSweepAt { return ([], []) }
            // Keeps other threads from sweeping meanwhile.
            state.countToSweepAt = .max
            let all = state.all
            return (all, all.map(\.slot))
        }
        if !found.isEmpty { sweep(found, slots) }
    }

    @inline(never)
    private func sweep(_ found: [Instance], _ slots: [Slot]) {
        // Decided outside the lock: `standing` locks shards, and `strong` may release the last reference to an object.
        let standings = found.map(\.standing)
        var left: [ObjectIdentifier: AnyServiceRegistration] = [:]
        // The oldest first, as a decoration is over if its source is.
        for (index, slot) in slots.enumerated().reversed() {
            let isOver = slot.box?.strong == nil || !standings[index].isFound
            let isSourceOver = slot.source.map { left[ObjectIdentifier($0)] == nil } == true
            if let identity = slot.identity, !isOver, !isSourceOver { left[identity] = found[index].registration }
        }
        state.withLock { state, discarded in
            for (index, instance) in found.enumerated() {
                if let identity = slots[index].identity, left[identity] != nil { continue }
                // An instance whose creation is in progress, or has ended meanwhile, stays.
                let isAsJudged = instance.slot.creation == nil && instance.slot.box === slots[index].box
                if isAsJudged, state.remove(instance) { discarded.add(instance: instance, standings[index].functions) }
            }
            state.countToSweepAt = max(16, 2 * state.count)
        }
        withExtendedLifetime(slots) {}
    }

    /// Whether a look-up uses the graph.
    var isInUse: Bool { state.withLock { $0.users > 0 } }

    /// Makes a graph keep its instances until `endUse()`.
    func beginUse() { state.withLock { $0.users += 1 } }

    /// After its last look-up, a graph only holds objects weakly, for the properties of objects that the look-up has
    /// created.
    func endUse() {
        state.withLock { state, discarded in
            state.users -= 1
            if state.users > 0 { return }
            for bucket in state.buckets.values {
                for instance in bucket { instance.slot.weaken(&discarded) }
            }
        }
        sweep()
    }
}

extension [Instance] {
    @inline(never)
    fileprivate var inOrderOfRelease: [Instance] { ordered { ~$0.turn } }
}

extension Discarded {
    /// Clears the slots of instances, under the locks of their shards and their `Instances`.
    fileprivate mutating func add(instances: [Instance]) {
        for instance in instances.inOrderOfRelease { add(instance: instance, instance.registration.onRemove) }
    }

    /// Clears the slot of an instance, under the lock of its `Instances`. A creation in progress is abandoned. The
    /// argument is released, too.
    fileprivate mutating func add(instance: Instance, _ functions: [OnRemove]) {
        let slot = instance.slot
        instance.slot = Slot()
        add(slot: slot, of: instance.registration, functions)
        add(instance)
    }
}

extension Instance {
    /// Orders it among the instances and registrations of its container. One in progress is going to be the newest.
    fileprivate var turn: UInt64 { slot.creation == nil ? AnyServiceRegistration.turn(.explicit, slot.age) : .max }

    /// Whether look-ups still find it: its registration was neither removed nor reset. Call it under the lock of the
    /// shard.
    var isFound: Bool { registration.stack != nil && registration.generation == key.registration }

    /// Whether look-ups still find it, and the functions that clean it up. Read before the instance is released. If its
    /// registration is removed in between, the removal releases the instance.
    fileprivate var standing: (isFound: Bool, functions: [OnRemove]) {
        registration.shard.withLock { _ in (isFound, registration.onRemove) }
    }
}
