import Hopoate

/// One isolated test, or one call of `withIsolatedDependencies`: its container, and its report at the end.
final class Isolation: Sendable {
    let container: DependencyContainer
    /// That of the isolation around it in work that a test has handed on, which knows no test.
    let reporter: Reporter
    let outer: Isolation?
    private let options: IsolationOptions
    /// Registrations with lower numbers were made before the outermost isolation began.
    private let beginning: UInt64
    private let strictness: Strictness?
    /// The one of the outermost strict isolation, which watches for the inner ones too.
    let processWideStrictness: ProcessWideStrictness?
    private let mocks = Protected<[MockUse]>([])
    private let objects = Protected<[any Sendable]>([])

    /// The isolation that the current task is in.
    static let current = TaskLocal<Isolation?>(wrappedValue: nil)

    /// The isolations that run, by their containers.
    private static let running = Protected<[ObjectIdentifier: Isolation]>([:])

    /// - Parameters:
    ///   - options: The container's first registrations, and the faults to report.
    ///   - test: The test, if it is known.
    init(_ options: IsolationOptions, of test: Watcher? = .current) {
        CopiesOfHopoate.check(CodePlace(#fileID, #line))
        outer = Isolation.current.get()
        reporter = (Watcher.current == nil ? outer?.reporter : nil) ?? Reporter()
        let isFork = !options.isDisjoint(with: [.forked, .strict])
        container = isFork ? DependencyContainer.shared.fork() : DependencyContainer()
        beginning = outer?.beginning ?? Numbers.next()
        // A fork of a strict container is no way around its strictness.
        self.options = isFork ? options.union(outer?.options.intersection(.strict) ?? []) : options
        strictness =
            self.options.contains(.strict) ? Strictness(container, since: beginning, reporter: reporter) : nil
        processWideStrictness =
            outer?.processWideStrictness
            ?? (strictness == nil ? nil : ProcessWideStrictness(test, reporter: reporter))
    }

    /// Runs an operation in the isolation; mocks are verified if it returns, and if that is wanted then.
    func run<Result>(verifying isVerifying: () -> Bool = { true }, _ operation: () throws -> Result) rethrows -> Result
    {
        begin()
        defer { end() }
        let result = try Isolation.current.withValue(self) {
            try DependencyContainer.withShared(container, operation: operation)
        }
        if isVerifying() { verifyMocks() }
        return result
    }

    /// Runs an operation in the isolation; mocks are verified if it returns.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        begin()
        defer { end() }
        let result = try await Isolation.current.withValue(
            self,
            operation: {
                try await DependencyContainer.withShared(container, isolation: isolation, operation: operation)
            },
            isolation: isolation
        )
        verifyMocks()
        return result
    }

    /// Takes note of a mock that has been registered in a container, if it is one that is to be verified.
    static func add(_ mock: MockUse, in container: DependencyContainer) {
        guard let isolation = running.withLock({ $0[ObjectIdentifier(container)] }) else { return }
        if isolation.options.contains(.verifyingMocks) { isolation.mocks.withLock { $0.append(mock) } }
    }

    /// The objects that the traits of the test have set up.
    var held: [any Sendable] { objects.withLock { $0 } }

    /// Holds an object that a trait has set up until the test has ended.
    func hold(_ object: any Sendable) { objects.withLock { $0.append(object) } }

    func letGo() {
        // Released after unlocking.
        var held: [any Sendable] = []
        objects.withLock { swap(&held, &$0) }
    }

    private func begin() {
        Isolation.running.withLock { $0[ObjectIdentifier(container)] = self }
    }

    private func end() {
        Isolation.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(container)) }
        strictness?.end()
        if processWideStrictness !== outer?.processWideStrictness { processWideStrictness?.end() }
        // An object that was registered as an instance may hold the container by its properties.
        container.reset()
        if reporter !== outer?.reporter { reporter.end() }
    }

    private func verifyMocks() {
        for mock in mocks.withLock({ $0 }) where mock.count == 0 {
            reporter.report("\(mock.description) was never resolved.", at: mock.place)
        }
    }
}

/// The use that is made of one mock.
final class MockUse: Sendable {
    /// The places at which mocks have been registered. Unlike its number, the place of a mock is known before it can be
    /// resolved, and tells a copy of it in a fork when the mock itself is gone. Another registration in such a line counts as a
    /// mock too.
    private static let places = Protected<Set<String>>([])

    let description: String
    let place: CodePlace
    private let mock: RegisteredMock

    init(_ description: String, _ place: CodePlace, _ mock: RegisteredMock) {
        self.description = description
        self.place = place
        self.mock = mock
    }

    /// Whether mocks are registered at a place.
    static func isOfMock(_ place: CodePlace) -> Bool { places.withLock { $0.contains(place.description) } }

    static func note(_ place: CodePlace) {
        places.withLock { _ = $0.insert(place.description) }
    }

    var count: Int { mock.count }

    /// Lets go of what was made from the mock, when it is registered no more.
    func end() { mock.end() }
}
