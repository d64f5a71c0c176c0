// What a container has in progress, for those who wait for it.

extension StackTable {
    /// What the container is creating and cleaning up: 'the creation of Store, registered at App/Main.swift:3'.
    @inline(never)
    var workInProgress: [String] {
        var all: [String] = []
        forEachWorkInProgress { work, _ in all.append(work) }
        return all
    }

    /// Calls a function for each creation and clean-up in progress, with the place of its registration.
    func forEachWorkInProgress(_ body: (_ work: String, _ place: CodePlace) -> Void) {
        @inline(never)
        func describe(_ work: String, of registration: AnyServiceRegistration) {
            body("the \(work) of \(registration.nameAndPlace)", registration.place)
        }
        for removal in presentRemovals() where !removal.creations.isEmpty {
            describe("creation", of: removal.registration)
        }
        for ending in Waiting.inProgress(of: shards.endings) {
            if let cleaned = ending.cleanedRegistration { describe("clean-up", of: cleaned) }
        }
    }

    /// Ends after a time, or when the task is cancelled. After the time, prints what the container has in progress, if it still lives.
    @inline(never)
    func watch(afterSeconds seconds: Double = 10, isPrinting: Bool = true) -> Task<Void, Never> {
        Task.detached { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(min(max(0, seconds), 1e9) * 1e9))
            if Task.isCancelled || !isPrinting { return }
            let work = self?.workInProgress.joined(separator: " and ") ?? ""
            if !work.isEmpty { printToStandardError("Hopoate is still waiting for \(work).") }
        }
    }
}

extension AnyServiceRegistration {
    @inline(never)
    final var nameAndPlace: String { "\(key.spelling), registered at \(place)" }
}
