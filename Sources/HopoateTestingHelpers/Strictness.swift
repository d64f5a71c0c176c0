import Hopoate

/// Reports what a test resolves and has not registered itself.
final class Strictness: Sendable {
    private struct Fault: Hashable {
        let origin: UInt64
        let place: String
    }

    /// What was registered before the test began.
    private let inherited: Set<UInt64>
    private let reporter: Reporter
    private let observation = Protected<ResolutionObservation?>(nil)
    /// What has been reported: once for each registration and each line that asks for it.
    private let reported = Protected<Set<Fault>>([])

    init(_ container: DependencyContainer, inherited: Set<UInt64>, reporter: Reporter) {
        self.inherited = inherited
        self.reporter = reporter
        let observation = container.observe { [weak self] event in self?.see(event) }
        self.observation.withLock { $0 = observation }
    }

    private func see(_ event: ResolutionEvent) {
        let registration = event.registration
        let isReal = registration.isDefault || inherited.contains(registration.origin)
        guard isReal, event.kind == .hit || event.kind == .creationBegan else { return }
        let fault = Fault(origin: registration.origin, place: event.place.description)
        guard reported.withLock({ $0.insert(fault).inserted }) else { return }
        reporter.report(
            """
            \(registration.serviceDescription) was resolved, but this test has not registered it. It was asked for at \
            \(event.place), and the real one was \(registration.isDefault ? "declared" : "registered") at \
            \(registration.place). Register a mock for it, or isolate the test without `.strict`.
            """,
            at: event.place
        )
    }

    /// Ends the watch.
    func end() {
        observation.end()
    }
}

extension Protected<ResolutionObservation?> {
    /// Cancels and lets go of the observation, outside the lock.
    func end() {
        let ended = withLock { observation in
            defer { observation = nil }
            return observation
        }
        ended?.cancel()
    }
}
