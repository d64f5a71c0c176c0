// Registrations that take more than running a plain creator: those with other lifetimes, decorators, and creators that
// belong to an actor or are asynchronous. And the wait for an instance that somebody else is making.

/// What has to be found out, by users' code and so without the lock, before an instance can be judged or made.
///
/// It names no generic type, as finding the metadata of one takes longer than what it is for (`Benchmarks`, row
/// 'weak hit').
private struct Basis {
    let retention: Lifetime.Retention
    /// The `AnswerNumber` of the registration, or 0 when what a decorator decorates is kept.
    let answer: UInt64
    /// What a decorator decorates, as a `KeptInstance` of the decorator's own service, and the stamp of that.
    var decorated: AnyObject?
    var source: UInt64 = 0
    var now = 0.0
}

extension StackTable {
    /// Resolves a service whose registration keeps nothing that answers as it is. Unlocks the shard.
    @inline(never)
    func createWithDetails<Service>(
        _ service: Service.Type,
        _ lookup: Lookup,
        _ entry: Unmanaged<AnyServiceRegistration>,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ origin: inout Origin
    ) throws(ResolutionFailure) -> Service {
        guard entry._withUnsafeGuaranteedRef({ $0.creatingThread == nil }) else {
            try awaitCreation(by: entry, lockedShard, lookup)
            return try create(service, lookup, &origin)
        }
        let registration = unsafeDowncast(entry.takeUnretainedValue(), to: ServiceRegistration<Service>.self)
        let details = registration.serviceDetails
        lockedShard.unlock()
        guard let details else { fatalError("Only a plain registration, which is not created here, has no details.") }

        let thread = ResolvingThread.current
        thread.beginGraph()
        defer {
            thread.endGraph()
            // One by one and as what they derive from, as metadata of the generic types would have to be looked up.
            withExtendedLifetime(registration as AnyServiceRegistration) {}
            withExtendedLifetime(details as RegistrationDetails) {}
            withExtendedLifetime(lookup) {}
        }
        let basis: Basis
        do throws(ResolutionFailure) {
            basis = try self.basis(of: registration, lookup)
        } catch .removed {
            return try create(service, lookup, &origin)
        }
        defer { withExtendedLifetime(basis.decorated) {} }
        var mayRunHere = details.isolation == nil
        while true {
            lockedShard.lock()
            guard registration.stack != nil, registration.creatingThread == nil else {
                // It has been removed, or somebody else is making the instance by now.
                lockedShard.unlock()
                return try create(service, lookup, &origin)
            }
            if let instance = registration.validInstance(basis, &origin) {
                let observed = lockedShard.observed(entry, lookup.place)
                lockedShard.unlock()
                observed?.notify(.hit)
                return instance
            }
            if registration.isOutdated(basis) {
                lockedShard.unlock()
                return try create(service, lookup, &origin)
            }
            if mayRunHere { break }
            lockedShard.unlock()
            if let actor = details.isolation, !thread.isIsolated(to: actor) { throw .belongs(registration, to: actor) }
            mayRunHere = true
        }
        return try make(registration, details, basis, lookup, lockedShard, &origin)
    }

    /// Makes a new instance. Unlocks the shard.
    private func make<Service>(
        _ registration: ServiceRegistration<Service>,
        _ details: ServiceDetails<Service>,
        _ basis: Basis,
        _ lookup: Lookup,
        _ lockedShard: UnsafeMutablePointer<Shard>,
        _ origin: inout Origin
    ) throws(ResolutionFailure) -> Service {
        let thread = ResolvingThread.current
        let stale = registration.takeKept()
        registration.stack?.pointee.updateHit()
        let creator: () throws -> Service
        switch (details.making, basis.decorated) {
        case (.decorating(let decorate), let decorated?):
            // The invariant of the cast: `basis(of:)` has made it for the same service. `DecoratingTests` would see that lost.
            creator = { try decorate(unsafeDowncast(decorated, to: KeptInstance.self).instance) }
        case (.asynchronously, _):
            lockedShard.unlock()
            stale?.release()
            guard let supplied = thread.supplied(for: registration) else {
                throw .needs(registration, in: self)
            }
            origin = Origin(unkept: basis.answer, retention: .nobody)
            return unsafeDowncast(supplied, to: KeptInstance<Service>.self).instance
        default: creator = registration.creator.unsafelyUnwrapped
        }

        let observed = lockedShard.observed(Unmanaged.passUnretained(registration), lookup.place)
        let frame = ResolutionFrame(creating: registration, lookup.key, lookup.place, retention: basis.retention)
        let isClaimed = basis.retention == .registration || basis.retention == .weakly
        if isClaimed { registration.creatingThread = thread }
        lockedShard.unlock()
        stale?.release()
        origin = Origin(unkept: basis.answer, retention: basis.retention)
        switch basis.retention {
        case .registration, .weakly:
            var keeping = Keeping(basis, registration.lifetime.scope)
            let instance = try registration.keep(in: self, &keeping, lookup) { () throws(ResolutionFailure) in
                try thread.run(creator, in: frame, for: self, observed)
            }
            if keeping.stamp == 0 { origin.retention = .nobody }
            if keeping.stamp == 0 || basis.retention == .registration { origin.unkept = 0 }
            origin.stamp = keeping.stamp
            return instance
        case .graph:
            try thread.refuseCycle(frame)
            let graph = thread.graphOfResolution()
            let keepingCreator = { graph.keep(try creator(), of: registration.number, source: basis.source) }
            let instance = try thread.run(keepingCreator, in: frame, for: self, observed)
            origin.stamp = graph.stamp(of: registration.number)
            return instance
        case .nobody:
            try thread.refuseCycle(frame)
            return try thread.run(creator, in: frame, for: self, observed)
        }
    }

    private func basis<Service>(
        of registration: ServiceRegistration<Service>,
        _ lookup: Lookup
    ) throws(ResolutionFailure) -> Basis {
        let lifetime = registration.lifetime
        switch lifetime.kind {
        case .decorator:
            var below = lookup
            below.position = .below(registration)
            var origin = Origin()
            do throws(ResolutionFailure) {
                let decorated = try create(Service.self, below, &origin)
                let answer = origin.unkept == 0 ? 0 : AnswerNumber.of(registration.number, decorating: origin.unkept)
                return Basis(
                    retention: origin.retention,
                    answer: answer,
                    decorated: KeptInstance(decorated),
                    source: origin.stamp
                )
            } catch .missing {
                throw .failed(.unusable(.nothingToDecorate, registration, lookup))
            }
        case .expiring:
            let now = try secondsNow(for: lookup.key, lookup.place)
            return Basis(retention: lifetime.retention, answer: registration.number, now: now)
        default:
            return Basis(retention: lifetime.retention, answer: registration.number)
        }
    }
}

extension Keeping {
    fileprivate init(_ basis: Basis, _ scope: DependencyScope?) {
        isWeak = basis.retention == .weakly
        source = basis.source
        generation = scope?.generation ?? 0
    }
}

extension ServiceRegistration {
    /// Whether what a decorator decorates has been made anew meanwhile, and maybe been decorated. To be called under the
    /// lock of the shard.
    fileprivate func isOutdated(_ basis: Basis) -> Bool {
        guard isDecorator, let below = below?.takeUnretainedValue(), below.keptInstance != nil else { return false }
        return below.stamp != basis.source
    }

    /// The instance that is kept for this resolution. To be called under the lock of the shard.
    fileprivate func validInstance(_ basis: Basis, _ origin: inout Origin) -> Service? {
        guard let details else { return nil }
        switch basis.retention {
        case .nobody:
            return nil
        case .graph:
            guard let graph = ResolvingThread.current.pointee.graph else { return nil }
            origin = Origin(unkept: basis.answer, stamp: graph.stamp(of: number), retention: .graph)
            return graph.instance(of: number, source: basis.source)
        case .weakly:
            guard details.source == basis.source, let weak = details.weakInstance else { return nil }
            origin = Origin(unkept: basis.answer, stamp: details.stamp, retention: .weakly)
            return unsafeDowncast(weak, to: WeakInstance<Service>.self).instance
        case .registration:
            guard details.source == basis.source, let keptInstance else { return nil }
            if lifetime.kind == .expiring, details.deadline <= basis.now { return nil }
            origin = Origin(stamp: details.stamp)
            return keptInstance.assumingMemoryBound(to: Service.self).pointee
        }
    }
}
