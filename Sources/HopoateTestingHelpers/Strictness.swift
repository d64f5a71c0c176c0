import Hopoate

/// Reports what a test resolves and has not registered itself.
final class Strictness: Sendable {
    /// What was registered before the test began.
    private let inherited: Set<UInt64>
    /// What was resolved outside the test's task, where a report would not find the test.
    private let delayed = Protected<[(message: String, place: CodePlace)]>([])
    private let observation = Protected<Observation?>(nil)

    init(_ container: DependencyContainer) {
        inherited = Set(container.registrations.map(\.number))
        let observation = container.observe { [weak self] event in self?.see(event) }
        self.observation.withLock { $0 = observation }
    }

    private func see(_ event: ResolutionEvent) {
        guard event.kind == .hit || event.kind == .creationBegan, isReal(event.registration) else { return }
        let message = """
            \(event.registration.serviceDescription) was resolved, but this test has not registered it. It was asked for \
            at \(event.place), and the real one was \(event.registration.isDefault ? "declared" : "registered") at \
            \(event.registration.place). Register a mock for it, or isolate the test without `.strict`.
            """
        if Isolation.current.get()?.owns(self) == true {
            report(message, at: event.place)
        } else {
            delayed.withLock { $0.append((message, event.place)) }
        }
    }

    private func isReal(_ registration: RegistrationInfo) -> Bool {
        registration.isDefault || inherited.contains(registration.number)
    }

    /// Ends the watch and reports what could not be reported at once.
    func end() {
        let observation = observation.withLock { observation in
            let ended = observation
            observation = nil
            return ended
        }
        observation?.cancel()
        for (message, place) in delayed.withLock({ $0 }) { report(message, at: place) }
    }
}
