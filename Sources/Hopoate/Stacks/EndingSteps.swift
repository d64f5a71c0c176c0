/// Removes a registration, releases its instances, or releases one of them. The largest `turn` comes first.
struct Removal {
    let registration: AnyServiceRegistration
    var table: StackTable?
    var instance: (Instance, Instances)?
    let turn: UInt64

    /// The creations in progress whose instances it releases.
    @inline(never)
    var creations: [Activity] {
        if let (instance, instances) = instance { return instances.creation(of: instance).map { [$0] } ?? [] }
        return registration.creationsInProgress
    }

    fileprivate func perform() -> Discarded {
        if let table { return registration.discard(from: table) }
        if let (instance, instances) = instance { return instances.discard(instance) }
        return registration.discardInstances()
    }
}

/// The steps of an ending, one after the other.
final class EndingSteps {
    private var cleanUp: CleanUp?
    private var discarded = Discarded()
    /// The next one comes last.
    private var removals: [Removal]
    private var waits: [Activity]
    /// Lists the removals of an ending that awaits. Nil once they are listed.
    private var list: (() -> [Removal])?
    private let isAwaiting: Bool
    /// Whether the creations of the next removal were awaited.
    private var isReady = false

    init(_ removals: [Removal] = [], _ discarded: consuming Discarded = Discarded(), _ cleanUp: CleanUp? = nil) {
        self.removals = removals.inOrder
        (self.discarded, self.cleanUp) = (discarded, cleanUp)
        (waits, isAwaiting) = ([], false)
    }

    init(after earlier: [Activity], _ list: @escaping () -> [Removal]) {
        (removals, waits, self.list, isAwaiting) = ([], earlier, list, true)
    }

    /// The next clean-up, or wait. First releases the instance of the last one. Runs user code.
    @inline(never)
    func next(of ending: Ending) -> CleanUp? {
        while true {
            if let cleanUp = cleanUp.take() ?? waits.popLast().map({ CleanUp(waitingFor: $0) }) ?? discarded.next() {
                return cleanUp
            }
            if let list {
                (removals, self.list) = (list().inOrder, nil)
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

    fileprivate var inOrder: [Removal] { ordered { ($0.turn, 0) } }
}
