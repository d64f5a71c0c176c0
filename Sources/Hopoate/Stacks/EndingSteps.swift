/// Removes something that a container or scope has. The largest `turn` comes first.
final class Removal: Sendable {
    enum Target {
        /// The registration, with its instances.
        case registration(in: StackTable)
        /// The instances of the registration.
        case instances
        /// One instance of a requesting container.
        case instance(Instance, Instances)
    }

    let registration: AnyServiceRegistration
    private let target: Target
    fileprivate let turn: UInt64

    init(_ target: Target, of registration: AnyServiceRegistration, turn: UInt64) {
        (self.target, self.registration, self.turn) = (target, registration, turn)
    }

    var isOfOneInstance: Bool { if case .instance = target { true } else { false } }

    /// The creations in progress whose instances it releases.
    @inline(never)
    var creations: [Activity] {
        guard case .instance(let instance, let instances) = target else { return registration.creationsInProgress }
        return instances.creation(of: instance).map { [$0] } ?? []
    }

    fileprivate func perform() -> Discarded {
        switch target {
        case .registration(let table): registration.discard(from: table)
        case .instances: registration.discardInstances()
        case .instance(let instance, let instances): instances.discard(instance)
        }
    }
}

/// The steps of an ending, one after the other.
final class EndingSteps {
    private var released: ReleasedInstance?
    private var discarded = Discarded()
    /// The next one comes last.
    private var removals: [Removal]
    private var waits: [Activity]
    /// Lists the removals of an ending that awaits. Nil once they are listed.
    private var list: (() -> [Removal])?
    private let isAwaiting: Bool
    /// Whether the creations of the next removal were awaited.
    private var isReady = false

    init(
        _ removals: [Removal] = [],
        _ discarded: consuming Discarded = Discarded(),
        _ released: ReleasedInstance? = nil
    ) {
        self.removals = removals.ordered(by: \.turn)
        (self.discarded, self.released) = (discarded, released)
        (waits, isAwaiting) = ([], false)
    }

    init(after earlier: [Activity], _ list: @escaping () -> [Removal]) {
        (removals, waits, self.list, isAwaiting) = ([], earlier, list, true)
    }

    /// The next instance to clean up, or wait. First releases the last instance. Runs user code.
    @inline(never)
    func next(of ending: Ending) -> ReleasedInstance? {
        while true {
            if let released = released.take() { return released }
            if let activity = waits.popLast() { return ReleasedInstance(waitingFor: activity) }
            if let released = discarded.next() { return released }
            if let list {
                (removals, self.list) = (list().ordered(by: \.turn), nil)
            } else if let removal = removals.last {
                if isAwaiting, !isReady {
                    (waits, isReady) = (removal.creations, true)
                } else {
                    ending.release(removal.registration)
                    discarded = Discarded()
                    discarded = removal.perform()
                    removals.removeLast()
                    isReady = false
                }
            } else {
                return nil
            }
        }
    }
}

extension [Removal] {
    /// The creations in progress whose instances the removals release.
    @inline(never)
    var creations: [Activity] {
        var creations: [Activity] = []
        for removal in self { creations += removal.creations }
        return creations
    }
}
