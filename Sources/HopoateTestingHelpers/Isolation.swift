package import Hopoate

/// An isolated test, or a call of `withIsolatedDependencies`, with its container.
final class Isolation: Sendable {
    let container: DependencyContainer
    /// In work outside of the test's task, this is the reporter of the outer isolation.
    let reporter: Reporter
    let outer: Isolation?
    private let options: IsolationOptions
    fileprivate let test: String?
    /// Registrations with lower numbers are older than the outermost isolation.
    private let start: UInt64
    private let lookupWatch: RealLookupWatch?
    /// The outermost strict isolation's, which watches for the inner ones too.
    let processWideWatch: ProcessWideLookupWatch?
    /// The mocks to verify.
    private let mocks = Protected<[ServiceKey: [MockRecord]]>([:])
    /// The services that were resolved, if mocks are verified.
    private let resolved = Protected<Set<ServiceKey>>([])
    private let resolutions: [ResolutionObservation]
    private let objects = Protected<[any Sendable]>([])

    /// The isolation that the current task is in.
    static let current = TaskLocal<Isolation?>(wrappedValue: nil)

    /// The isolations in progress, by their containers.
    fileprivate static let running = Protected<[ObjectIdentifier: Isolation]>([:])

    /// - Parameters:
    ///   - options: The container's first registrations, and the faults to report.
    ///   - test: The name of the test, if all of it is isolated.
    init(_ options: IsolationOptions, of test: String? = nil) {
        CopiesOfHopoate.check(CodePlace(#fileID, #line))
        outer = Isolation.current.get()
        self.test = TestWork.testName ?? test
        reporter = (TestWork.testName == nil ? outer?.reporter : nil) ?? Reporter()
        let isFork = !options.isDisjoint(with: [.forked, .strict])
        container = isFork ? DependencyContainer.shared.fork() : DependencyContainer()
        if isFork { MockRecord.removeOthers(from: container) }
        start = outer?.start ?? Numbers.next()
        // A fork of a strict container is strict too.
        self.options = isFork ? options.union(outer?.options.intersection(.strict) ?? []) : options
        resolutions = (options.contains(.verifyingMocks) ? container.withParents : []).map { [resolved] container in
            container.observe { event in
                if event.kind != .registered { resolved.withLock { _ = $0.insert(event.registration.key) } }
            }
        }
        lookupWatch =
            self.options.contains(.strict) ? RealLookupWatch(container, since: start, reporter: reporter) : nil
        processWideWatch =
            outer?.processWideWatch
            ?? (lookupWatch == nil ? nil : ProcessWideLookupWatch(test ?? TestWork.testName, reporter: reporter))
    }

    /// Runs an operation in the isolation. Mocks are verified if it returns, and `isVerifying` is true after it.
    func run<Result>(verifying isVerifying: () -> Bool = { true }, _ operation: () throws -> Result) rethrows -> Result
    {
        begin()
        defer { end() }
        let result = try Isolation.current.withValue(self) {
            try DependencyContainer.withShared(container, operation: operation)
        }
        findCauses()
        if isVerifying() { verifyMocks() }
        return result
    }

    /// Runs an operation in the isolation. Mocks are verified if it returns.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        begin()
        defer { end() }
        let result = try await Isolation.current.withValue(
            self,
            operation: { try await container.sharedUntilItsEnd({ await endContainer() }, operation: operation) },
            isolation: isolation
        )
        verifyMocks()
        return result
    }

    /// Removes the container's registrations, and awaits the clean-ups.
    func endContainer(isolation: isolated (any Actor)? = #isolation) async {
        findCauses()
        await container.asyncRemoveAll()
    }

    /// A hint why a service is missing: the look-up came from outside of a test's task, or from an exit test, or another copy of
    /// the library has the service.
    static func note(
        of key: ServiceKey,
        in container: DependencyContainer,
        copies: String? = CopiesOfHopoate.problem
    ) -> String? {
        if container === DependencyContainer.processWide {
            if let other = DependencyContainer.newestLive(with: key), let info = other.newestRegistration(of: key),
                running.withLock({ $0[ObjectIdentifier(other)] }) != nil
            {
                return """
                    the process-wide container was searched, from outside the test's task. The container of a running test has it \
                    (\(info)): wrap the work in `carryingDependencies`, or create the object that resolves it in the test.
                    """
            }
            if let hint = TestWork.exitTestHint { return hint }
        }
        return container.registrationsWithParents.isEmpty ? copies?.split(separator: "\n").joined(separator: " ") : nil
    }

    /// The isolation whose end verifies the mocks of a container, if one does.
    static func verifyingMocks(of container: DependencyContainer) -> Isolation? {
        running.withLock { $0[ObjectIdentifier(container)] }.flatMap { $0.options.contains(.verifyingMocks) ? $0 : nil }
    }

    /// Verifies no mocks, as each case of the test registers its own in another container.
    func forgetMocks() { mocks.withLock { $0 = [:] } }

    /// Verifies a mock, which overrides an older one.
    func add(_ mock: MockRecord, for key: ServiceKey) {
        mocks.withLock { mocks in
            defer { mocks[key, default: []].append(mock) }
            return mocks[key]?.last
        }?.override()
    }

    /// Finds out why mocks were not resolved. Call it before the container ends.
    func findCauses() { for mock in mocks.withLock(\.values).flatMap(\.self) { mock.findCause() } }

    /// The services that were resolved, by their names. Empty if mocks are not verified.
    var resolvedServices: [Any.Type] {
        resolved.withLock { $0 }.sorted { $0.description < $1.description }.map(\.serviceType)
    }

    /// Those of this and outer isolations.
    var containers: [DependencyContainer] { [container] + (outer?.containers ?? []) }

    /// Holds an object that a trait has set up until the test has ended.
    func hold(_ object: any Sendable) { objects.withLock { $0.append(object) } }

    private func releaseObjects() {
        // Released after unlocking.
        var released: [any Sendable] = []
        objects.withLock { swap(&released, &$0) }
    }

    private func begin() {
        Isolation.running.withLock { $0[ObjectIdentifier(container)] = self }
    }

    private func end() {
        Isolation.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(container)) }
        for observation in resolutions { observation.cancel() }
        lookupWatch?.end()
        if processWideWatch !== outer?.processWideWatch { processWideWatch?.end() }
        container.willEnd()
        releaseObjects()
        container.end()
        if reporter !== outer?.reporter { reporter.end() }
    }

    private func verifyMocks() {
        for mock in mocks.withLock(\.values).flatMap(\.self).sorted(by: { $0.number < $1.number }) {
            if let message = mock.messageIfUnused { reporter.report(message, at: mock.place) }
        }
    }
}

extension DependencyContainer: TestNotes {
    package func testNote(on key: ServiceKey) -> String? { Isolation.note(of: key, in: self) }

    package var isSearchedByUnisolatedTest: Bool { Isolation.current.get() == nil && TestWork.ownsCurrentCode }

    package var containerName: String? {
        let running = Isolation.running.withLock { $0[ObjectIdentifier(self)] }
        // A task may outlive its test.
        guard let isolation = running ?? Isolation.current.get(), isolation.container === self else { return nil }
        let (state, end) = running == nil ? ("", ", which has ended") : ("running ", "")
        return isolation.test.map { "the container of the \(state)test \($0)\(end)" }
    }
}
