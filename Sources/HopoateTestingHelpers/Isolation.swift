package import Hopoate

#if canImport(Testing)
import Testing
#endif

/// An isolated test, or a call of `withIsolatedDependencies`, with its container.
final class Isolation: Sendable {
    /// The isolation that the current task is in.
    static let current = TaskLocal<Isolation?>(wrappedValue: nil)

    let container: DependencyContainer
    /// Nil for the outermost isolation of a test.
    private let outer: Isolation?
    /// The name of the test, for errors.
    fileprivate let test: String?
    /// The outermost isolation's.
    private let reporter: Reporter
    let options: IsolationOptions
    let verification: MockVerification?
    private let observations: [ResolutionObservation]

    /// - Parameters:
    ///   - options: The container's first registrations, and the faults to report.
    ///   - test: The name of the test, if all of it is isolated.
    init(_ options: IsolationOptions, of test: String? = nil) {
        CopiesOfHopoate.check(CodePlace())
        let outer = Isolation.current.get()
        let isFork = !options.isDisjoint(with: [.forked, .strict])
        // A fork of a strict container is strict too.
        let isStrict = options.contains(.strict) || isFork && outer?.options.contains(.strict) == true
        (self.outer, self.options) = (outer, isStrict ? options.union(.strict) : options)
        self.test = Isolation.nameOfTest ?? test
        reporter = outer?.reporter ?? Reporter()
        verification = options.contains(.verifyingMocks) ? MockVerification() : nil
        // Without the mocks of the process-wide container: a test must not pass because of another's.
        container = isFork ? DependencyContainer.shared.fork(hasProcessWideMocks: false) : DependencyContainer()
        let observed = isStrict || verification != nil ? container.withParents : []
        observations = observed.map { [reporter, verification] container in
            container.observe { event in
                verification?.add(event)
                if isStrict { reporter.reportRealService(event, in: container) }
            }
        }
    }

    /// The isolation, and those around it, the innermost first.
    var withOuter: some Sequence<Isolation> { sequence(first: self, next: \.outer) }

    /// Runs an operation in the isolation. Mocks are verified if it returns, and `isVerifying` is true after it.
    func run<Result>(verifying isVerifying: () -> Bool = { true }, _ operation: () throws -> Result) rethrows -> Result
    {
        defer { end() }
        let result = try Isolation.current.withValue(self) {
            try DependencyContainer.withShared(container) { try reporter.noticingIssues(of: operation) }
        }
        if isVerifying() { verification?.report(to: reporter) }
        return result
    }

    /// Runs an operation in the isolation. Mocks are verified if it returns.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        defer { end() }
        let result = try await Isolation.current.withValue(self) {
            try await container.sharedUntilItsEnd({ await container.asyncRemoveAll() }) {
                try await reporter.noticingIssues(of: operation)
            }
        }
        verification?.report(to: reporter)
        return result
    }

    private func end() {
        for observation in observations { observation.cancel() }
        container.willEnd()
        container.end()
        if outer == nil { reporter.end() }
    }

    /// The name and place of the test that the current task belongs to. XCTest has none.
    static var nameOfTest: String? {
        #if canImport(Testing)
        Test.current.map { "\($0.name) at \($0.sourceLocation.fileID):\($0.sourceLocation.line)" }
        #else
        nil
        #endif
    }
}

extension DependencyContainer: TestNotes {
    package var isSearchedByUnisolatedTest: Bool { Isolation.current.get() == nil && Isolation.nameOfTest != nil }

    package var containerName: String? {
        let isolation = Isolation.current.get()?.withOuter.first { $0.container === self }
        return isolation?.test.map { "the container of the test \($0)" }
    }
}
