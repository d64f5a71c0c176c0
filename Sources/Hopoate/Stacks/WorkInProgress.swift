// What a container has in progress, for those who wait for it.

extension StackTable {
    /// What the container is creating and cleaning up, with the places of the registrations: 'the creation of Store, registered at
    /// App/Main.swift:3'.
    @inline(never)
    var workInProgress: [(work: String, place: CodePlace)] {
        var all: [(work: String, place: CodePlace)] = []
        for removal in presentRemovals() where !removal.creations.isEmpty {
            all.append(("the creation of \(removal.registration.nameAndPlace)", removal.registration.place))
        }
        for ending in shards.endings where !Waiting.hasEnded(ending.activity) {
            guard let cleaned = ending.cleanedRegistration else { continue }
            all.append(("the clean-up of \(cleaned.nameAndPlace)", cleaned.place))
        }
        return all
    }

    /// Ends after a time, or when the task is cancelled. After the time, prints what the container has in progress, if it still lives.
    @inline(never)
    func watch(afterSeconds seconds: Double = 10, isPrinting: Bool = true) -> Task<Void, Never> {
        Task.detached { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(min(max(0, seconds), 1e9) * 1e9))
            if Task.isCancelled || !isPrinting { return }
            let work = self?.workInProgress.map(\.work).joined(separator: " and ") ?? ""
            if !work.isEmpty { printToStandardError("Hopoate is still waiting for \(work).") }
        }
    }
}

extension AnyServiceRegistration {
    @inline(never)
    final var nameAndPlace: String { "\(key.spelling), registered at \(place)" }
}
