import Hopoate

/// Reports the services that a test resolves in its container and has not registered itself.
final class Strictness: Sendable {
    private let observations: [ResolutionObservation]

    /// - Parameters:
    ///   - container: The test's container.
    ///   - beginning: A registration with a lower number came before, and is not the test's own.
    ///   - reporter: Reports each look-up once.
    init(_ container: DependencyContainer, since beginning: UInt64, reporter: Reporter) {
        let reported = Protected<Set<RealLookup>>([])
        let report = { @Sendable (event: ResolutionEvent) in
            guard let lookup = RealLookup(event, isReal: { $0 < beginning }),
                reported.withLock({ $0.insert(lookup).inserted })
            else { return }
            reporter.report(
                """
                \(lookup.service) was resolved, but this test has not registered it. \(lookup.story) Register a mock for it, \
                or the real one if the test is about that, or isolate the test without `.strict`.
                """,
                at: lookup.place
            )
        }
        observations = container.withParents.map { $0.observe(report) }
    }

    /// Ends the watch.
    func end() { for observation in observations { observation.cancel() } }
}

/// Reports the services that are resolved in the process-wide container while a strict test runs, by the test itself or by work
/// that no test owns.
///
/// The work of other tests is their own business. So is a service that any test has registered there meanwhile: it is not the
/// real one.
final class ProcessWideStrictness: Sendable {
    private static let strays = Strays<RealLookup>()

    private let reporter: Reporter
    private let watcher: UInt64
    private let observation: ResolutionObservation

    init(_ test: String?, reporter: Reporter) {
        let watcher = ProcessWideStrictness.strays.begin(test ?? "a test")
        // The registrations of tests since this one began, and the look-ups of the test itself.
        let (mocks, reported) = (Protected<Set<UInt64>>([]), Protected<Set<RealLookup>>([]))
        self.reporter = reporter
        self.watcher = watcher
        observation = DependencyContainer.processWide.observe { event in
            let isOwn = Isolation.current.get()?.processWideStrictness?.watcher == watcher
            let isStray = !isOwn && !TestWork.isCurrent
            if event.kind == .registered, !isStray { mocks.withLock { _ = $0.insert(event.registration.origin) } }
            guard isOwn || isStray,
                let lookup = RealLookup(event, isReal: { number in !mocks.withLock { $0.contains(number) } })
            else { return }
            if isStray {
                ProcessWideStrictness.strays.add(lookup, seenBy: watcher)
            } else if reported.withLock({ $0.insert(lookup).inserted }) {
                reporter.report(
                    """
                    \(lookup.service) was resolved in the process-wide container, and not in this test's. \(lookup.story) \
                    Make the object that asks in the test, or hand it the test's container.
                    """,
                    at: lookup.place
                )
            }
        }
    }

    /// Ends the watch, and reports the look-ups that no test owns.
    func end() {
        observation.cancel()
        for (lookup, names) in ProcessWideStrictness.strays.end(watcher) {
            reporter.report(
                """
                \(lookup.service) was resolved in the process-wide container while \(names) ran, by work that no test owns: a \
                thread, a queue or a detached task. \(lookup.story) Wrap the work in `carryingDependencies`, make the object \
                that asks in the test, or hand it the test's container.
                """,
                at: lookup.place
            )
        }
    }
}

/// A look-up that a real service has answered. One registration that answers at one place again is the same look-up.
struct RealLookup: Hashable, Sendable {
    let service: String
    let place: CodePlace
    /// Where it was asked for, and where the real one comes from.
    let story: String
    private let origin: UInt64

    /// Nil when the event is of something else.
    ///
    /// - Parameters:
    ///   - event: An event in a container.
    ///   - isReal: Tells a real registration by its number. A default is always real, and a `MockContainer`'s never.
    init?(_ event: ResolutionEvent, isReal: (UInt64) -> Bool) {
        guard event.kind == .hit || event.kind == .creationBegan else { return nil }
        let registration = event.registration
        guard registration.isDefault || isReal(registration.origin), !registration.isMock,
            !event.isOfChange
        else { return nil }
        service = registration.key.spelling
        place = event.place
        story = """
            It was asked for at \(event.place), and the real one was \(registration.isDefault ? "declared" : "registered") at \
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
