/// A trial, which runs the creators of a container in a fork of it, on one thread. It changes nothing outside of the fork.
package final class Trial {
    /// The checked container and its parents, the innermost first.
    package let originals: [DependencyContainer]
    /// Their forks, in the same order.
    package let forks: [DependencyContainer]
    /// If it has taken over an instance, the others may hold and close that one.
    private let hasTakenOver: Bool
    /// The properties that creators made. They will look up services later.
    package internal(set) var properties: [RecordedProperty] = []
    /// The uses of the originals by the creators or clean-ups of registrations, given by their origins.
    package fileprivate(set) var uses: [Use] = []
    /// The origins of the registrations with instances that were not cleaned up.
    package internal(set) var notCleanedUp: [UInt64] = []

    package final class Use {
        package let (from, place, isChange): (UInt64?, CodePlace, Bool)
        fileprivate init(_ from: UInt64?, _ place: CodePlace, _ isChange: Bool) {
            (self.from, self.place, self.isChange) = (from, place, isChange)
        }
    }

    /// Begins a trial of the original on this thread. The container is the original, or a fork of it.
    package init(forking container: DependencyContainer, of original: DependencyContainer) {
        ProcessFlag.wrappersInCreators.set()
        ProcessFlag.trials.set()
        (originals, forks) = (original.withParents, container.fork(isTrial: true).withParents)
        hasTakenOver = container.table.withParents.contains(where: \.keepsAwaitedInstance)
        ThreadState.current.state.trials.append(self)
    }

    /// Releases the instances. The look-ups of objects that are still in use go on in the originals.
    package func end() {
        // First removes no registrations, as the clean-up of older services may look up newer ones.
        var resets: [Removal] = []
        for fork in forks { resets += fork.table.presentRemovals(resetting: true) }
        Removal.run(resets)
        for (index, fork) in forks.enumerated() {
            fork.table.withState { $0.container = originals[index] }
            fork.table.removeAll()
        }
        ThreadState.current.state.trials.removeLast()
    }

    /// Whether a clean-up is about an instance that only the trial holds, or about none of the trial's.
    func mayCleanUp(_ box: AnyBox, of registration: AnyServiceRegistration?) -> Bool {
        !includes(registration) || !hasTakenOver && !box.isShared
    }

    /// Whether a registration is in one of the forks.
    func includes(_ registration: AnyServiceRegistration?) -> Bool {
        forks.contains { $0.number == registration?.tableNumber }
    }
}

extension DependencyContainer {
    /// The table that the container's functions, new properties and new children use. In a trial of the container, it is the fork's.
    /// If an older property looks up in the original meanwhile, and runs a creator there, it is the original's.
    @inline(__always)
    func table(_ fileID: StaticString = "", _ line: UInt = 0, isChange: Bool = false) -> StackTable {
        ProcessFlag.trials.isSet ? tableInTrial(fileID, line, isChange) : table
    }

    @inline(never)
    private func tableInTrial(_ fileID: StaticString, _ line: UInt, _ isChange: Bool) -> StackTable {
        let lookup = ThreadState.current.innermostLookup
        guard let trial = ThreadState.current.state.trials.last,
            let index = trial.originals.firstIndex(where: { $0 === self })
        else { return table.answering }
        if trial.originals.contains(where: { $0.table === lookup?.owner }) { return table }
        let user = lookup?.registration
        if isChange || line > 0 { trial.uses.append(Trial.Use(user?.origin, CodePlace(fileID, line), isChange)) }
        return trial.forks[index].table.answering
    }
}

extension StackTable {
    /// The table in which look-ups begin: after a trial in this one, that of the original.
    @inline(never)
    var answering: StackTable { ProcessFlag.trials.isSet ? container?.table ?? self : self }
}
