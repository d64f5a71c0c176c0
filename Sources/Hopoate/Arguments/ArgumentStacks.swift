// One registration that takes an argument has a stack of its own for each value that it has been asked for, with one
// registration on it, which makes and keeps the service for that value. Resolving goes the way of any stack from there.

/// The stacks for the values that a registration has been asked for. Read and changed under the lock of its shard.
final class ArgumentStacks {
    /// By the hash of the value. Values are compared outside the lock, as that runs users' `==`.
    private var buckets: [Int: [PrivateStack]] = [:]
    private var count = 0
    private var countToSweepAt = 64

    fileprivate func bucket(_ hash: Int) -> [PrivateStack] { buckets[hash] ?? [] }

    fileprivate func insert(_ stack: PrivateStack, _ hash: Int) {
        buckets[hash, default: []].append(stack)
        count += 1
    }

    /// Registrations of all values that have been asked for.
    var registrations: [AnyServiceRegistration] {
        buckets.values.flatMap { $0 }.compactMap { $0.stack.pointee.top?.takeUnretainedValue() }
    }

    /// Takes out the stacks that keep nothing and that nobody is using, when there are many.
    ///
    /// What must not be released under the lock is added to `held`.
    fileprivate func sweep(now: Double, _ held: inout [AnyObject]) -> [RemovedPrivateRegistration] {
        guard count >= countToSweepAt else { return [] }
        var removed: [RemovedPrivateRegistration] = []
        for hash in Array(buckets.keys) {
            var left: [PrivateStack] = []
            while var stack = buckets[hash]?.popLast() {
                if isKnownUniquelyReferenced(&stack), let registration = stack.idleRegistration(now: now, &held) {
                    removed.append(RemovedPrivateRegistration(stack, registration))
                } else {
                    left.append(stack)
                }
            }
            buckets[hash] = left.isEmpty ? nil : left
        }
        count -= removed.count
        countToSweepAt = max(64, count * 2)
        return removed
    }

    /// Takes out a stack that keeps nothing, if the caller is the last to use it.
    fileprivate func takeOut(_ stack: inout PrivateStack) -> RemovedPrivateRegistration? {
        let hash = stack.hash
        let identity = ObjectIdentifier(stack)
        guard let index = buckets[hash]?.firstIndex(where: { ObjectIdentifier($0) == identity }) else { return nil }
        buckets[hash]?.remove(at: index)
        guard isKnownUniquelyReferenced(&stack), let registration = stack.stack.pointee.top?.takeUnretainedValue()
        else {
            buckets[hash]?.append(stack)
            return nil
        }
        if buckets[hash]?.isEmpty == true { buckets[hash] = nil }
        count -= 1
        return RemovedPrivateRegistration(stack, registration)
    }

    /// Takes out all stacks, and lets go of what they keep, the newest first. Locks the shard.
    func removeAll(_ shard: UnsafeMutablePointer<Shard>) {
        shard.lock()
        let removed = buckets.values.joined().compactMap { stack in
            stack.stack.pointee.top.map { RemovedPrivateRegistration(stack, $0.takeUnretainedValue()) }
        }
        let isAwaited = removed.contains { $0.stack.stack.pointee.isAwaited }
        let emptied = buckets
        buckets = [:]
        count = 0
        shard.unlock()
        if isAwaited { CreationWaiting.wakeAll() }
        for removed in removed.sorted(by: { $0.registration.number > $1.registration.number }) { removed.release() }
        withExtendedLifetime(emptied) {}
    }
}

extension PrivateStack {
    fileprivate func idleRegistration(now: Double, _ held: inout [AnyObject]) -> AnyServiceRegistration? {
        // Who creates uses the stack, and so nobody does.
        guard let registration = stack.pointee.top?.takeUnretainedValue() else { return nil }
        let details = registration.details
        if let object = details?.weakInstance?.strongReference {
            held.append(object)
            return nil
        }
        guard details?.asyncCreation == nil else { return nil }
        let isExpired = registration.lifetime.kind == .expiring && details.map { $0.deadline <= now } == true
        return registration.keptInstance == nil || isExpired ? registration : nil
    }
}

/// A registration that takes an argument, with its creator.
struct ArgumentRegistration<Argument, Service> {
    let registration: ServiceRegistration<Service>
    private let details: ServiceDetails<Service>
    private let creator: ArgumentCreator<Argument, Service>

    /// Nil for a registration that has been removed. To be called under the lock of the shard.
    init?(_ registration: AnyServiceRegistration) {
        self.registration = unsafeDowncast(registration, to: ServiceRegistration<Service>.self)
        guard let details = self.registration.serviceDetails else { return nil }
        guard case .fromArgument(let creator) = details.making else { return nil }
        self.details = details
        self.creator = unsafeDowncast(creator, to: ArgumentCreator.self)
    }

    /// The stack for a value, made when there is none. Nil when the registration has been removed.
    ///
    /// Equal values have one stack if they can be compared, and every other value has its own.
    func stack(for argument: Argument, now: Double, in table: StackTable) -> PrivateStack? {
        let shard = registration.shard
        let hashable = AnyHashable(ifHashable: argument)
        let hash = hashable.hashValue
        while let (stacks, known) = stacks(hash) {
            if hashable != nil, let stack = known.first(where: { $0.argument == hashable }) { return stack }

            let registration = makeRegistration(for: argument, isShared: hashable != nil, in: table)
            shard.lock()
            registration.observers = self.registration.observers
            let stack = PrivateStack(hashable, hash: hash, registration)
            guard hashable != nil else {
                shard.unlock()
                return stack
            }
            let isUnchanged = self.registration.stack != nil && stacks.bucket(hash).elementsEqual(known, by: ===)
            var held: [AnyObject] = []
            let swept = isUnchanged ? stacks.sweep(now: now, &held) : []
            if isUnchanged { stacks.insert(stack, hash) }
            shard.unlock()
            withExtendedLifetime(held) {}
            for removed in swept { removed.release() }
            if isUnchanged { return stack }
            stack.empty()
        }
        return nil
    }

    /// The stacks of the registration, and those of values with a hash. Nil when the registration has been removed.
    private func stacks(_ hash: Int) -> (all: ArgumentStacks, known: [PrivateStack])? {
        let shard = registration.shard
        shard.lock()
        defer { shard.unlock() }
        guard registration.stack != nil else { return nil }
        return details.argumentStacks.map { ($0, $0.bucket(hash)) }
    }

    /// Ends a resolution with a stack, of which nothing is left to find when it was the last and nothing is kept.
    func endUse(of stack: inout PrivateStack) {
        guard stack.argument != nil else { return stack.empty() }
        guard registration.lifetime == .transient else { return }
        let shard = registration.shard
        shard.lock()
        let removed = details.argumentStacks?.takeOut(&stack)
        shard.unlock()
        removed?.release()
    }

    private func makeRegistration(
        for argument: Argument,
        isShared: Bool,
        in table: StackTable
    ) -> AnyServiceRegistration {
        let creator = creator
        let lifetime = registration.lifetime
        // Nobody will ask again for what is made from a value that cannot be compared, so it is the caller's alone.
        let isKept = isShared || lifetime.retention != .registration
        let made = ServiceRegistration<Service>(registration.key, registration.place, for: table)
        made.provide(
            isKept ? lifetime : .transient,
            creator: { try creator.create(argument) },
            details: ServiceDetails<Service>.ofCreator(
                isolation: details.isolation,
                onRemove: isKept ? details.onRemove : nil
            )
        )
        made.forkedFrom = registration.origin
        return made
    }
}

extension AnyHashable {
    /// Nil for a value that cannot be hashed.
    init?<Value>(ifHashable value: Value) {
        func erase<H: Hashable>(_ type: H.Type) -> AnyHashable? { (value as? H).map { AnyHashable($0) } }
        let hashable = (Value.self as? any Hashable.Type).map { erase($0) } ?? value as? AnyHashable
        guard let hashable else { return nil }
        self = hashable
    }
}
