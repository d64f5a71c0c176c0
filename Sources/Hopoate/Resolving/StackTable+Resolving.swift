// The one way that every resolution takes: stack for the key → top registration → its instance, or its creator run.

/// What is asked for, and where.
struct Lookup {
    let key: ServiceKey
    let place: CodePlace
    /// Makes the default of a typed key.
    var makeDefault: DefaultRegistration?
    var position = StackPosition.top
    /// The stack, when it is not one of the table's, which the caller then keeps.
    var stack: UnsafeMutablePointer<Stack>?

    var step: DependencyError.Step { DependencyError.Step(key, place) }

    /// To be called under the lock of the key's shard.
    @inline(__always)
    func findStack(_ shard: UnsafeMutablePointer<Shard>) -> UnsafeMutablePointer<Stack>? {
        stack ?? shard.pointee.find(key)
    }
}

/// Where an instance came from.
struct Origin {
    /// The `AnswerNumber` of what answered, if neither that nor anybody else it knows keeps the instance.
    var unkept: UInt64 = 0
    /// Tells the instance from others of its registration, when it is kept.
    var stamp: UInt64 = 0
    var retention = Lifetime.Retention.registration
}

/// Tells what answers from whatever else may: the number of a registration, mixed with those of all that it decorates.
enum AnswerNumber {
    static func of(_ decorator: UInt64, decorating answer: UInt64) -> UInt64 {
        (answer &* 0x9E37_79B9_7F4A_7C15) &+ (decorator &* 0xBF58_476D_1CE4_E5B9)
    }
}

/// Why a resolution has no instance. That nothing is registered is told apart without a word of the error's text, as it
/// is no error for everybody.
enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The creator belongs to an actor, and something else is running.
    case belongs(AnyServiceRegistration, to: any Actor)
    /// A creator that is asynchronous has to run first.
    case needs(AnyServiceRegistration, in: StackTable)
    /// The very registration that was to answer has been removed.
    case removed
}

extension StackTable {
    /// Resolves a service that was not taken as a hit, or throws why it cannot. Unlocks the shard of the stack, if that is
    /// found.
    @inline(__always)
    func resolve<Service>(
        _ service: Service.Type,
        named name: String?,
        _ place: CodePlace,
        _ stack: UnsafeMutablePointer<Stack>?
    ) throws(DependencyError) -> Service {
        guard let stack else {
            return try resolve(service, throwingErrorsOf: Lookup(key: ServiceKey(service, named: name), place: place))
        }
        let key = ServiceKey(service, named: nil)
        do throws(ResolutionFailure) {
            var origin = Origin()
            return try create(
                service,
                key,
                place,
                stack.pointee.top,
                stack.pointee.shard,
                &origin,
                Lookup(key: key, place: place)
            )
        } catch {
            throw error.dependencyError(Lookup(key: key, place: place), in: self)
        }
    }

    /// Resolves a service, or throws why it cannot, where a failure is not yet an error.
    @inline(never)
    func resolve<Service>(_ service: Service.Type, _ lookup: Lookup) throws(ResolutionFailure) -> Service {
        var origin = Origin()
        return try create(service, lookup, &origin)
    }

    /// Resolves what a look-up asks for, or throws why it cannot.
    func resolve<Service>(
        _ service: Service.Type,
        throwingErrorsOf lookup: Lookup
    ) throws(DependencyError) -> Service {
        do throws(ResolutionFailure) {
            return try resolve(service, lookup)
        } catch {
            throw error.dependencyError(lookup, in: self)
        }
    }

    /// Resolves a service, or returns nil when nothing is registered.
    func resolveIfRegistered<Service>(
        _ service: Service.Type,
        _ lookup: Lookup
    ) throws(DependencyError) -> Service? {
        do throws(ResolutionFailure) {
            return try resolve(service, lookup)
        } catch {
            return try error.nilWhenMissing(lookup, in: self)
        }
    }

    /// Resolves a service, and tells where it came from.
    @inline(never)
    func create<Service>(
        _ service: Service.Type,
        _ lookup: Lookup,
        _ origin: inout Origin
    ) throws(ResolutionFailure) -> Service {
        let shard = shard(of: lookup.key)
        shard.lock()
        return try create(service, lookup, lookup.findStack(shard), shard, &origin)
    }

    /// Resolves a service when that may take more than a look at its stack, which is nil when the key has none.
    ///
    /// Unlocks the shard.
    @inline(__always)
    func create<Service>(
        _ service: Service.Type,
        _ lookup: Lookup,
        _ stack: UnsafeMutablePointer<Stack>?,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ origin: inout Origin
    ) throws(ResolutionFailure) -> Service {
        defer { withExtendedLifetime(lookup) {} }
        let entry = stack?.registration(at: lookup.position)
        return try create(service, lookup.key, lookup.place, entry, lockedShard, &origin, lookup)
    }

    /// Resolves a service from the registration that is to answer, which is nil when there is none. Unlocks the shard.
    ///
    /// The caller has to keep the key until this returns. The look-up is only made where it takes more than to run a plain
    /// creator (`Benchmarks`, row 'transient').
    @inline(__always)
    private func create<Service>(
        _ service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ entry: Unmanaged<AnyServiceRegistration>?,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ origin: inout Origin,
        _ lookup: @autoclosure () -> Lookup
    ) throws(ResolutionFailure) -> Service {
        guard let entry else {
            lockedShard.unlock()
            return try createElsewhere(service, lookup(), &origin)
        }
        let thread = ResolvingThread.current
        if let kept = entry._withUnsafeGuaranteedRef({ $0.answersWhenKept ? $0.keptInstance : nil }) {
            let instance = kept.assumingMemoryBound(to: Service.self).pointee
            origin.stamp = entry._withUnsafeGuaranteedRef { $0.stamp }
            let observed = lockedShard.observed(entry, place)
            lockedShard.unlock()
            observed?.notify(.hit)
            return instance
        }
        guard entry._withUnsafeGuaranteedRef({ $0.isPlain && $0.creatingThread == nil }) else {
            return try createWithDetails(service, lookup(), entry, lockedShard, &origin)
        }
        // Not before this point: who only waits must not hold on to a creator or an observer, which it would release
        // under the lock.
        //
        // The invariant of this downcast: a stack of a key of `Service` holds registrations of `Service`. Pushing is
        // generic over the same type as the key; `ServiceTypesTests` would see that lost.
        let creator = entry._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: ServiceRegistration<Service>.self).creator.unsafelyUnwrapped
        }
        let observed = lockedShard.observed(entry, place)
        let frame = entry._withUnsafeGuaranteedRef { ResolutionFrame(creating: $0, key, place) }
        guard frame.keepsInstance else {
            lockedShard.unlock()
            origin = Origin(unkept: frame.registrationNumber, retention: .nobody)
            try thread.refuseCycle(frame)
            return try thread.run(creator, in: frame, for: self, observed)
        }
        let registration = unsafeDowncast(entry.takeUnretainedValue(), to: ServiceRegistration<Service>.self)
        registration.creatingThread = thread
        lockedShard.unlock()
        var keeping = Keeping()
        let instance = try registration.keep(in: self, &keeping, lookup()) { () throws(ResolutionFailure) in
            try thread.run(creator, in: frame, for: self, observed)
        }
        origin = keeping.stamp == 0 ? Origin(retention: .nobody) : Origin(stamp: keeping.stamp)
        return instance
    }

    /// Waits for the thread that is making a registration's instance. Unlocks the shard, and holds on to nothing
    /// afterwards.
    @inline(never)
    func awaitCreation(
        by registration: Unmanaged<AnyServiceRegistration>,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ lookup: Lookup
    ) throws(ResolutionFailure) {
        let registration = registration.takeUnretainedValue()
        lockedShard.unlock()
        try CreationWaiting.wait(for: registration, at: lookup.position, step: lookup.step)
    }
}

extension ResolutionFailure {
    func dependencyError(_ lookup: Lookup, in table: StackTable) -> DependencyError {
        switch self {
        case .missing, .removed: .missing(lookup, in: table)
        case .failed(let error): error
        case .belongs(let registration, let actor): .unusable(.belongsToActor(actor), registration, lookup)
        case .needs(let registration, _): .needsAwait(registration, lookup)
        }
    }

    func nilWhenMissing<Service>(_ lookup: Lookup, in table: StackTable) throws(DependencyError) -> Service? {
        if case .missing = self { return nil }
        throw dependencyError(lookup, in: table)
    }
}
