/// Removes something that a container or scope has. The largest `turn` comes first.
struct Removal {
    enum Target {
        /// The registration, with its instances.
        case registration(in: StackTable)
        /// The instances of the registration.
        case instances
        /// One instance of a requesting container.
        case instance(Instance, in: StackTable)
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
        guard case .instance(let instance, let table) = target else { return registration.creationsInProgress }
        return table.instances.creation(of: instance).map { [$0] } ?? []
    }

    fileprivate func perform() -> Discarded {
        switch target {
        case .registration(let table): registration.discard(from: table)
        case .instances: registration.discardInstances()
        case .instance(let instance, let table): table.instances.discard(instance)
        }
    }
}

/// The steps of an ending, one after the other.
final class EndingSteps {
    private var discarded = Discarded()
    /// The activities to await. The next one comes last.
    private var waits: [Activity]
    /// The next one comes last.
    private var removals: [Removal]
    /// Lists the removals of an ending that awaits. Nil once they are listed.
    private var list: (() -> [Removal])?
    private let isAwaiting: Bool
    /// Whether the creations of the next removal were awaited.
    private var isReady = false

    init(_ removals: [Removal], _ discarded: consuming Discarded = Discarded()) {
        (self.removals, self.discarded, waits, isAwaiting) = (removals.ordered(by: \.turn), discarded, [], false)
    }

    init(after earlier: [Activity], _ list: @escaping () -> [Removal]) {
        (removals, waits, self.list, isAwaiting) = ([], earlier, list, true)
    }

    /// The next instance to clean up, or wait. First releases what comes before it, so a decoration is released before the instance
    /// that it decorates is cleaned up. Runs user code.
    @inline(never)
    func next(of ending: Ending) -> ReleasedInstance? {
        while true {
            if let activity = waits.popLast() { return ReleasedInstance(waitingFor: activity) }
            if let object = discarded.pop() {
                guard let released = object as? ReleasedInstance else { continue }
                if let registration = released.registration { released.ending?.begin(for: registration) }
                if released.box != nil { return released }
            } else if let list {
                (removals, self.list) = (list().ordered(by: \.turn), nil)
            } else if removals.isEmpty {
                return nil
            } else if isAwaiting, !isReady {
                (waits, isReady) = (removals[removals.count - 1].creations, true)
            } else {
                let removal = removals.removeLast()
                ending.release(removal.registration)
                let removed = removal.perform()
                // Most registrations have no clean-up, and need no step of their own (`Benchmarks`, row 'a request with its decorator').
                if removed.hasCleanUps { discarded = removed } else { removed.release() }
                isReady = false
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
