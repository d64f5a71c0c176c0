/// An instance that its registration does not keep itself, with the argument that it was made from, if any. It is only touched
/// under the lock of its `Instances`.
final class Instance {
    let registration: AnyServiceRegistration
    let argument: Argument?
    /// The number of its registration, or of a newer one whose instance it decorates.
    var newest: UInt64
    let number = Numbers.next()
    var slot = Slot()
    fileprivate let key: Instances.Key

    fileprivate init(_ key: Instances.Key, _ registration: AnyServiceRegistration, _ argument: Argument?) {
        self.key = key
        self.registration = registration
        self.argument = argument
        newest = registration.number
    }

    fileprivate func letGo(isLocked: Bool) -> LetGo {
        LetGo(slot.take(), of: registration, for: argument, isLocked: isLocked)
    }
}

/// Instances by registration and argument. A container has one for the lifetime `.perContainer`, an outermost look-up one for
/// `.graph`, and a registration one for the values of its argument, with their decorations.
///
/// Instances are added under the lock of their registration's shard, or those of removed registrations would stay.
struct Instances: Sendable {
    struct Key: Hashable {
        /// The registration's `instancesNumber`.
        let registration: UInt64
        /// In a graph, the table that was asked, as several may be.
        let asker: UInt64
        let hash: Int

        func hash(into hasher: inout Hasher) {
            hasher.combine(registration ^ asker << 32 ^ UInt64(truncatingIfNeeded: hash))
        }
    }

    private struct State {
        var buckets: [Key: [Instance]] = [:]
        var count = 0
        /// Those that keep nothing are taken out when there are this many.
        var countToSweepAt = 16
        /// How many look-ups a graph lasts for.
        var users = 0
        var isClosed: Bool

        mutating func removeBuckets(where isMeant: (Key) -> Bool) -> [Instance] {
            var removed: [Instance] = []
            for key in buckets.keys.filter(isMeant) { removed += buckets.removeValue(forKey: key) ?? [] }
            count -= removed.count
            return removed
        }

        /// Takes an instance out, unless it is being made again and that is not to be given up.
        mutating func remove(_ instance: Instance, givingUp: Bool) -> Bool {
            guard givingUp || instance.slot.creation == nil else { return false }
            guard let index = buckets[instance.key]?.firstIndex(where: { $0 === instance }) else { return false }
            buckets[instance.key]!.remove(at: index)
            if buckets[instance.key]!.isEmpty { buckets[instance.key] = nil }
            count -= 1
            return true
        }
    }

    private let state: Protected<State>

    init(isClosed: Bool = false) { state = Protected(State(isClosed: isClosed)) }

    /// The instances with the hash of an argument: their arguments are to be compared outside the lock.
    func bucket(_ key: Key) -> [Instance] { state.withLock { $0.buckets[key] ?? [] } }

    /// Runs `body` with an instance that is there, or is added now. Its argument is there already, or unlike all that it was
    /// compared with: those up to a number. Returns nil if it has to be compared again.
    func withInstance<Result>(
        _ key: Key,
        _ registration: AnyServiceRegistration,
        _ argument: Argument?,
        compared: UInt64,
        _ body: (Instance) -> Result
    ) -> Result? {
        state.withLock { state in
            if let bucket = state.buckets[key] {
                for instance in bucket where instance.argument === argument { return body(instance) }
                if bucket[bucket.count - 1].number > compared { return nil }
            }
            let instance = Instance(key, registration, argument)
            // One that is added to a container which has ended is found by nobody else.
            if !state.isClosed {
                state.buckets[key, default: []].append(instance)
                state.count += 1
            }
            return body(instance)
        }
    }

    func withLock<Result>(_ body: () -> Result) -> Result { state.withLock { _ in body() } }

    /// Takes out the instances of some layers of a stack, the uppermost one's first. Under the lock of its shard.
    func take(of layers: ArraySlice<AnyServiceRegistration>) -> [LetGo] {
        state.withLock { state in
            if state.buckets.isEmpty { return [] }
            let numbers = layers.map(\.instancesNumber)
            return state.removeBuckets { numbers.contains($0.registration) }.letGo(isLocked: true)
        }
    }

    /// Takes the instances of one argument out of their slots.
    func takeStale(_ layers: ArraySlice<AnyServiceRegistration>, _ key: Key, _ argument: Argument?) -> [LetGo] {
        state.withLock { state in
            layers.reversed().flatMap { layer in
                let key = Key(registration: layer.instancesNumber, asker: key.asker, hash: key.hash)
                return state.buckets[key]?.filter { $0.argument === argument }.letGo(isLocked: true) ?? []
            }
        }
    }

    /// Takes an instance out of its slot, if it was made from a mock.
    func take(_ instance: Instance?, madeFrom mock: RegisteredMock) -> [LetGo] {
        state.withLock { _ in
            guard let instance, instance.slot.isMade(from: mock) else { return [] }
            return [instance.letGo(isLocked: false)]
        }
    }

    /// Takes everything out, and nothing in any more.
    func close() -> [LetGo] {
        state.withLock { state in
            state.isClosed = true
            if state.buckets.isEmpty { return [] }
            return state.removeBuckets { _ in true }.letGo(isLocked: false)
        }
    }

    /// The instances, in groups of equal `newest`, the largest last.
    var groups: [[Instance]] {
        let instances = state.withLock { $0.buckets.values.flatMap(\.self) }
        return instances.ordered { ($0.newest, 0) }.reduce(into: []) { groups, instance in
            if groups.last?[0].newest != instance.newest { groups.append([]) }
            groups[groups.count - 1].append(instance)
        }
    }

    /// Takes instances out, the newest first: a decoration before what it decorates.
    func take(_ instances: [Instance], givingUp: Bool = true) -> [LetGo] {
        state.withLock { state in
            let taken = instances.filter { state.remove($0, givingUp: givingUp) }
            return taken.ordered { ($0.slot.age, 0) }.reversed().map { $0.letGo(isLocked: false) }
        }
    }

    /// Takes out the instances that keep nothing, if there are twice as many as were left the last time.
    func sweep(at now: Double) {
        let instances = state.withLock { state -> [Instance] in
            if state.count < state.countToSweepAt { return [] }
            // One thread does.
            state.countToSweepAt = .max
            return state.buckets.values.flatMap(\.self)
        }
        if instances.isEmpty { return }
        // Asked outside the lock, as that may release the last reference to an object.
        let over = instances.filter { instance in
            let slot = state.withLock { _ in instance.slot }
            return slot.creation == nil && (slot.kept?.strong == nil || slot.expiry <= now)
        }
        let letGo = take(over, givingUp: false)
        state.withLock { $0.countToSweepAt = max(16, 2 * $0.count) }
        letGo.release()
    }

    /// Makes a graph last until `end()`.
    func begin() { state.withLock { $0.users += 1 } }

    /// From the end of the last look-up on, a graph only knows the objects that something else holds, for the properties of
    /// objects that the look-up has made.
    func end() {
        let before = state.withLock { state -> [Slot] in
            state.users -= 1
            if state.users > 0 { return [] }
            var before: [Slot] = []
            for instance in state.buckets.values.joined() {
                before.append(instance.slot)
                instance.slot.weaken()
            }
            return before
        }
        // Released after unlocking.
        withExtendedLifetime(before) {}
        sweep(at: -.infinity)
    }
}

extension [Instance] {
    /// Those of decorators and of newer registrations first, and of one registration the newest first.
    @inline(never)
    fileprivate func letGo(isLocked: Bool) -> [LetGo] {
        ordered { ($0.registration.rankAndAge, $0.slot.age) }.reversed().map { $0.letGo(isLocked: isLocked) }
    }
}
