/// A trial, which runs the creators of a container in a fork of it, on one thread. It changes nothing outside of the fork.
package final class Trial {
    /// The checked container and its parents, the innermost first, each with its fork.
    package let containers: [(original: DependencyContainer, fork: DependencyContainer)]
    /// If it has taken over an instance, the others may hold and close that one.
    private let hasTakenOver: Bool
    /// The properties that creators made. They will look up services later.
    package internal(set) var properties: [RecordedProperty] = []
    /// The uses of the originals by the creators or clean-ups of registrations, given by their origins.
    package fileprivate(set) var uses: [(from: UInt64?, place: CodePlace, isChange: Bool)] = []
    /// The origins of the registrations with instances that were not cleaned up.
    package internal(set) var notCleanedUp: [UInt64] = []

    /// Begins a trial of the original on this thread. The container is the original, or a fork of it.
    package init(forking container: DependencyContainer, of original: DependencyContainer) {
        ProcessFlag.wrappersInCreators.set()
        ProcessFlag.trials.set()
        containers = Array(zip(original.withParents, container.fork(isTrial: true).withParents))
        hasTakenOver = container.table.withParents.contains(where: \.keepsAwaitedInstance)
        ThreadState.current.state.trials.append(self)
    }

    /// Releases the instances. The look-ups of objects that are still in use go on in the originals.
    package func end() {
        // First removes no registrations, as the clean-up of older services may look up newer ones.
        Ending.run(containers.flatMap { $0.fork.table.presentRemovals(resetting: true) })
        for (original, fork) in containers {
            fork.table.withState { $0.container = original }
            fork.table.removeAll()
        }
        ThreadState.current.state.trials.removeLast()
    }

    /// Whether a clean-up is about an instance that only the trial holds, or about none of the trial's.
    func mayCleanUp(_ cleanUp: CleanUp) -> Bool {
        let isOfTrial = containers.contains { $0.fork.number == cleanUp.registration?.tableNumber }
        return !isOfTrial || !hasTakenOver && !cleanUp.box.isShared
    }
}

extension DependencyContainer {
    /// The table that a function of the container uses. In a trial of the container, it is the fork's. If an older property looks up
    /// in the original meanwhile, and runs a creator there, it is the original's.
    @inline(__always)
    func table(_ fileID: StaticString = "", _ line: UInt = 0, isChange: Bool = false) -> StackTable {
        ProcessFlag.trials.isSet ? tableInTrial(fileID, line, isChange) : table
    }

    @inline(never)
    private func tableInTrial(_ fileID: StaticString, _ line: UInt, _ isChange: Bool) -> StackTable {
        let frame = ThreadState.current.innermostFrame
        guard let trial = ThreadState.current.state.trials.last,
            let fork = trial.containers.first(where: { $0.original === self })?.fork
        else { return table.answering }
        if trial.containers.contains(where: { $0.original.table === frame?.owner }) { return table }
        let user = frame?.registration ?? Ending.registrationBeingReleased
        if isChange || line > 0 { trial.uses.append((user?.origin, CodePlace(fileID, line), isChange)) }
        return fork.table.answering
    }
}

extension StackTable {
    /// The table in which look-ups begin: after a trial in this one, that of the original.
    @inline(never)
    var answering: StackTable { ProcessFlag.trials.isSet ? container?.table ?? self : self }
}
