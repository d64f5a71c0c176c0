// What a container has in progress, for those who wait for it.

extension StackTable {
    /// What the container is creating and cleaning up: 'the creation of Store, registered at App/Main.swift:3'.
    @inline(never)
    var workInProgress: [String] {
        let created = presentRemovals().filter { !$0.creations.isEmpty }.map(\.registration)
        let cleaned = Waiting.inProgress(of: shards.endings).compactMap(\.cleanedRegistration)
        let creations = created.map { "the creation of \($0.nameAndPlace)" }
        return creations + cleaned.map { "the clean-up of \($0.nameAndPlace)" }
    }

    /// Prints what the container has in progress after a time, unless the task is cancelled before.
    @inline(never)
    func watch(afterSeconds seconds: UInt64 = 10) -> Task<Void, Never> {
        Task.detached {
            try? await Task.sleep(nanoseconds: seconds * 1_000_000_000)
            if Task.isCancelled { return }
            let work = self.workInProgress.joined(separator: " and ")
            if !work.isEmpty { printToStandardError("Hopoate is still waiting for \(work).") }
        }
    }
}

extension AnyServiceRegistration {
    fileprivate final var nameAndPlace: String { "\(key.spelling), registered at \(place)" }
}
