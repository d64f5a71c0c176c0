import Hopoate

/// Reports services that a strict test resolves in its container, and has not registered itself.
final class RealLookupWatch: Sendable {
    private let observations: [ResolutionObservation]

    /// - Parameters:
    ///   - container: The test's container.
    ///   - start: The number of the test's first registration, or lower.
    ///   - reporter: Reports each look-up once.
    init(_ container: DependencyContainer, since start: UInt64, reporter: Reporter) {
        let reported = Protected<Set<RealLookup>>([])
        let report = { @Sendable (event: ResolutionEvent) in
            guard let lookup = RealLookup(event, isReal: { $0 < start }),
                reported.withLock({ $0.insert(lookup).inserted })
            else { return }
            reporter.report(
                """
                \(lookup.service) was resolved, but this test has not registered it. \(lookup.origins) Register a mock of it, \
                or the real service if the test needs it, or isolate the test without `.strict`.
                """,
                at: lookup.place
            )
        }
        observations = container.withParents.map { $0.observe(report) }
    }

    func end() { for observation in observations { observation.cancel() } }
}

/// Reports services that are resolved in the process-wide container while a strict test runs, by the test or by work that no test
/// owns.
///
/// It skips look-ups by other tests, and services that a test has registered there meanwhile, as these are not real.
final class ProcessWideLookupWatch: Sendable {
    private static let strays = Strays<RealLookup>()

    private let reporter: Reporter
    private let watcher: UInt64
    private let observation: ResolutionObservation

    init(_ test: String?, reporter: Reporter) {
        let watcher = ProcessWideLookupWatch.strays.begin(test ?? "a test")
        // The registrations that tests have made meanwhile, and the look-ups of this test.
        let (registered, reported) = (Protected<Set<UInt64>>([]), Protected<Set<RealLookup>>([]))
        self.reporter = reporter
        self.watcher = watcher
        observation = DependencyContainer.processWide.observe { event in
            let isOwn = Isolation.current.get()?.processWideWatch?.watcher == watcher
            let isStray = !isOwn && !TestWork.ownsCurrentCode
            if event.kind == .registered, !isStray { registered.withLock { _ = $0.insert(event.registration.origin) } }
            guard isOwn || isStray,
                let lookup = RealLookup(event, isReal: { number in !registered.withLock { $0.contains(number) } })
            else { return }
            if isStray {
                ProcessWideLookupWatch.strays.add(lookup, seenBy: watcher)
            } else if reported.withLock({ $0.insert(lookup).inserted }) {
                reporter.report(
                    """
                    \(lookup.service) was resolved in the process-wide container, and not in this test's. \(lookup.origins) \
                    Create the object that resolves it in the test, or pass the test's container to the object.
                    """,
                    at: lookup.place
                )
            }
        }
    }

    /// Reports the look-ups that no test owns.
    func end() {
        observation.cancel()
        for (lookup, names) in ProcessWideLookupWatch.strays.end(watcher) {
            reporter.report(
                """
                \(lookup.service) was resolved in the process-wide container while \(names) ran, by work that no test owns: a \
                thread, a queue or a detached task. \(lookup.origins) Wrap the work in `carryingDependencies`, create the object \
                that resolves it in the test, or pass the test's container to the object.
                """,
                at: lookup.place
            )
        }
    }
}

/// A look-up that a real service has answered. Look-ups of one registration at one place are equal.
struct RealLookup: Hashable, Sendable {
    let service: String
    let place: CodePlace
    /// Where the service was looked up, and where the real one was registered.
    let origins: String
    private let origin: UInt64

    /// Nil if the event is no such look-up.
    ///
    /// - Parameters:
    ///   - event: An event in a container.
    ///   - isReal: Whether the registration with an origin is real. Defaults always are, and mocks of the test never.
    init?(_ event: ResolutionEvent, isReal: (UInt64) -> Bool) {
        guard event.kind == .hit || event.kind == .creationBegan else { return nil }
        let registration = event.registration
        guard registration.isDefault || isReal(registration.origin), !event.isOfChange else { return nil }
        if registration.isMock, !MockRecord.isForeign(registration) { return nil }
        service = registration.key.spelling
        place = event.place
        origins = """
            It was requested at \(event.place), and the real one was \(registration.isDefault ? "declared" : "registered") at \
            \(registration.place).
            """
        origin = registration.origin
    }

    static func == (left: RealLookup, right: RealLookup) -> Bool {
        (left.origin, left.place.description) == (right.origin, right.place.description)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(place.line)
    }
}
