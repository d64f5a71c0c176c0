package import Hopoate

/// One isolated test, or one call of `withIsolatedDependencies`: its container, and what is to be reported at its end.
package final class Isolation: Sendable {
    package let container: DependencyContainer
    private let options: IsolationOptions
    private let strictness: Strictness?
    private let mocks = Protected<[MockUse]>([])

    /// The isolation that the current task is in.
    package static let current = TaskLocal<Isolation?>(wrappedValue: nil)

    package init(_ options: IsolationOptions) {
        let begin: DependencyContainer = .shared
        container = options.isDisjoint(with: [.forked, .strict]) ? DependencyContainer() : begin.fork()
        strictness = options.contains(.strict) ? Strictness(container) : nil
        self.options = options
    }

    package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
        defer { end() }
        return try Isolation.current.withValue(self) {
            try DependencyContainer.withShared(container, operation: operation)
        }
    }

    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        defer { end() }
        return try await Isolation.current.withValue(
            self,
            operation: {
                try await DependencyContainer.withShared(container, isolation: isolation, operation: operation)
            },
            isolation: isolation
        )
    }

    func owns(_ strictness: Strictness) -> Bool { self.strictness === strictness }

    /// Takes note of a mock, if it is one that is to be verified.
    func add(_ mock: MockUse, in container: DependencyContainer) {
        guard options.contains(.verifyingMocks), container === self.container else { return }
        mocks.withLock { $0.append(mock) }
    }

    private func end() {
        strictness?.end()
        for mock in mocks.withLock({ $0 }) where mock.count == 0 {
            report("\(mock.description) was never resolved.", at: mock.place)
        }
    }
}

/// The use that is made of one mock.
package final class MockUse: Sendable {
    let description: String
    let place: CodePlace
    private let resolutions = Protected(0)

    init(_ description: String, _ place: CodePlace) {
        self.description = description
        self.place = place
    }

    var count: Int { resolutions.withLock { $0 } }

    func increment() { resolutions.withLock { $0 += 1 } }
}
