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

    /// Ends after a time, or when the task is cancelled. After the time, prints what the container has in progress.
    @inline(never)
    func watch(afterSeconds seconds: Double = 10, isPrinting: Bool = true) -> Task<Void, Never> {
        Task.detached {
            try? await Task.sleep(nanoseconds: UInt64(min(max(0, seconds), 1e9) * 1e9))
            if Task.isCancelled || !isPrinting { return }
            let work = self.workInProgress.joined(separator: " and ")
            if !work.isEmpty { printToStandardError("Hopoate is still waiting for \(work).") }
        }
    }
}

extension AnyServiceRegistration {
    fileprivate final var nameAndPlace: String { "\(key.spelling), registered at \(place)" }
}
