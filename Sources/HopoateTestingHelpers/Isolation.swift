package import Hopoate

/// One isolated test, or one call of `withIsolatedDependencies`: its container, and its report at the end.
final class Isolation: Sendable {
    let container: DependencyContainer
    /// That of the isolation around it in work that a test has handed on, which knows no test.
    let reporter: Reporter
    let outer: Isolation?
    private let options: IsolationOptions
    fileprivate let test: String?
    /// Registrations with lower numbers were made before the outermost isolation began.
    private let beginning: UInt64
    private let strictness: Strictness?
    /// The one of the outermost strict isolation, which watches for the inner ones too.
    let processWideStrictness: ProcessWideStrictness?
    /// A container with a lower number existed before the test. Nil if only a part of the test is isolated.
    private let numberOfTest: UInt64?
    /// The mocks to verify.
    let mocks = Protected<[MockRecord]>([])
    private let objects = Protected<[any Sendable]>([])

    /// The isolation that the current task is in.
    static let current = TaskLocal<Isolation?>(wrappedValue: nil)

    /// The isolations that run, by their containers.
    fileprivate static let running = Protected<[ObjectIdentifier: Isolation]>([:])

    /// - Parameters:
    ///   - options: The container's first registrations, and the faults to report.
    ///   - test: The name of the test, if all of it is isolated.
    init(_ options: IsolationOptions, of test: String? = nil) {
        CopiesOfHopoate.check(CodePlace(#fileID, #line))
        outer = Isolation.current.get()
        self.test = TestWork.nameOfTest ?? test
        reporter = (TestWork.nameOfTest == nil ? outer?.reporter : nil) ?? Reporter()
        let isFork = !options.isDisjoint(with: [.forked, .strict])
        container = isFork ? DependencyContainer.shared.fork() : DependencyContainer()
        numberOfTest = outer?.numberOfTest ?? (test == nil ? nil : container.number)
        beginning = outer?.beginning ?? Numbers.next()
        // A fork of a strict container is no way around its strictness.
        self.options = isFork ? options.union(outer?.options.intersection(.strict) ?? []) : options
        strictness =
            self.options.contains(.strict) ? Strictness(container, since: beginning, reporter: reporter) : nil
        processWideStrictness =
            outer?.processWideStrictness
            ?? (strictness == nil ? nil : ProcessWideStrictness(test ?? TestWork.nameOfTest, reporter: reporter))
    }

    /// Runs an operation in the isolation; mocks are verified if it returns, and if that is wanted then.
    func run<Result>(verifying isVerifying: () -> Bool = { true }, _ operation: () throws -> Result) rethrows -> Result
    {
        begin()
        defer { end() }
        let result = try Isolation.current.withValue(self) {
            try DependencyContainer.withShared(container, operation: operation)
        }
        findNewerRegistrations()
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
                try await container.sharedUntilItsEnd(isolation: isolation) { _ in
                    defer { findNewerRegistrations() }
                    return try await operation()
                }
            },
            isolation: isolation
        )
        verifyMocks()
        return result
    }

    /// Why a container lacks a service: work outside of a test's task or an exit test has asked, or the other copy of the library
    /// has it.
    static func note(
        of key: ServiceKey,
        in asked: DependencyContainer,
        copies: String? = CopiesOfHopoate.problem
    ) -> String? {
        if asked === DependencyContainer.processWide {
            let registrations = running.withLock { Array($0.values) }.flatMap(\.container.registrationsWithParents)
            if let info = registrations.last(where: { $0.key == key }) {
                return """
                    the process-wide container was asked, from outside of the test's task. The container of a running test has it \
                    (\(info)): wrap the work in `carryingDependencies`, or make the object that asks in the test.
                    """
            }
            if let note = TestWork.noteOfExitTest { return note }
        }
        return asked.registrationsWithParents.isEmpty ? copies?.split(separator: "\n").joined(separator: " ") : nil
    }

    /// The isolation whose end verifies the mocks of a container, if one does.
    static func verifyingMocks(of container: DependencyContainer) -> Isolation? {
        running.withLock { $0[ObjectIdentifier(container)] }.flatMap { $0.options.contains(.verifyingMocks) ? $0 : nil }
    }

    /// Forgets the mocks: each case of the test registers its own in another container.
    func leaveMocksUnverified() { mocks.withLock { $0 = [] } }

    /// Finds the registrations that stand above mocks. To be called before the container ends.
    func findNewerRegistrations() { for mock in mocks.withLock({ $0 }) { mock.findNewerRegistration() } }

    /// Whether a container existed before the test. One that was created later may be the test's own.
    func isOutside(_ container: DependencyContainer) -> Bool { numberOfTest.map { container.number < $0 } ?? false }

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
        // What is still being created, as nobody has awaited it, needs the services. An object that was registered as an instance
        // may hold the container by its properties.
        container.afterCreations { [self] in
            letGo()
            container.removeAll()
        }
        if reporter !== outer?.reporter { reporter.end() }
    }

    private func verifyMocks() {
        for mock in mocks.withLock({ $0 }) {
            if let message = mock.messageIfUnused { reporter.report(message, at: mock.place) }
        }
    }
}

extension DependencyContainer: TestNotes {
    package func testNote(on key: ServiceKey) -> String? { Isolation.note(of: key, in: self) }

    package var nameOfTest: String? { Isolation.running.withLock { $0[ObjectIdentifier(self)] }?.test }
}
