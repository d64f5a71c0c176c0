/// One step of the end of a container or scope: it removes a registration, releases its instances, or releases one of
/// them. The steps run in the order of `turn` and `age`, the largest first.
struct Removal {
    let registration: AnyServiceRegistration
    var table: StackTable?
    var instance: (Instance, Instances)?
    let turn: UInt64
    var age: UInt64 = 0

    fileprivate func perform() -> Discarded {
        if let table { return registration.discard(from: table) }
        if let (instance, instances) = instance { return instances.discard(instance) }
        return registration.discardInstances()
    }
}

/// The end of a container or scope, which releases the instances of one registration after the other.
struct Ending {
    /// In reverse order: the last one is performed next.
    private var removals: [Removal]
    private var discarded = Discarded()
    private let current: Current

    /// The registration whose instances are being released, for the errors of their look-ups.
    final class Current: Sendable {
        let registration = Protected<AnyServiceRegistration?>(nil)
    }

    static let current = TaskLocal<Current?>(wrappedValue: nil)

    init(_ removals: [Removal], _ current: Current) {
        self.removals = removals.ordered { ($0.turn, $0.age) }
        self.current = current
    }

    /// The next clean-up. First releases the instance of the last one. Runs user code.
    @inline(never)
    mutating func next() -> CleanUp? {
        while true {
            if let cleanUp = discarded.next() { return cleanUp }
            guard let removal = removals.popLast() else { return nil }
            current.registration.withLock { $0 = removal.registration }
            discarded = removal.perform()
        }
    }

    /// Ends a container or scope at once. Its asynchronous functions are not awaited.
    @inline(never)
    static func run(_ removals: [Removal]) {
        if removals.isEmpty { return }
        ProcessFlag.endings.set()
        let current = Current()
        Ending.current.withValue(current) {
            var ending = Ending(removals, current)
            while let cleanUp = ending.next() { cleanUp.run() }
        }
    }

    /// Awaits the asynchronous creations in progress in containers, then the functions of each registration before the
    /// next registration's turn. Runs on the actor, even if the caller's task is cancelled.
    @inline(never)
    static func asyncRun(
        in tables: [StackTable],
        isolation: isolated (any Actor)?,
        _ removals: @escaping @Sendable () -> [Removal]
    ) async {
        ProcessFlag.endings.set()
        let current = Current()
        let awaited = tables.filter { !$0.isCreatingHere }
        await Ending.current.withValue(current) {
            Task {
                await withCheckedContinuation(isolation: isolation) { waiting in
                    StackTable.afterCreations(in: awaited[...]) { waiting.resume() }
                }
                var ending = Ending(removals(), current)
                while let cleanUp = ending.next() {
                    await OnRemove.run(cleanUp.functions, cleanUp.box, isolation: isolation)
                }
            }
        }.value
    }
}
