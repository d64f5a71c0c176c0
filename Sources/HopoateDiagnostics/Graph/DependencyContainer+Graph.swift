public import Hopoate

extension DependencyContainer {
    /// Returns the registrations of the container and its parents, and their dependencies.
    ///
    /// This runs no creators and registers nothing. The graph shows the parameters of autoregistered initializers and the services
    /// that decorators decorate.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// print(container.graph())  // a tree
    /// ```
    ///
    /// - Returns: The graph.
    public func graph() -> DependencyGraph { examine().graph }

    /// Returns the same graph, with what creators resolve, and what the properties of their instances resolve.
    ///
    /// Call it in a test or a command line tool, as it creates every service: see ``validate(runningCreators:isolation:)``.
    ///
    /// ```swift
    /// print(await container.graph(runningCreators: true).mermaid)
    /// ```
    ///
    /// - Parameters:
    ///   - runsCreators: Whether to run the creators.
    ///   - isolation: The caller's actor.
    /// - Returns: The graph.
    public func graph(
        runningCreators runsCreators: Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async -> DependencyGraph {
        runsCreators ? await examineCreating().graph : graph()
    }

    /// Checks the registrations of the container and its parents for missing services, circular dependencies and other problems.
    ///
    /// This runs no creators and registers nothing. It finds the problems that ``graph()`` shows.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// try container.validate()
    /// ```
    ///
    /// - Throws: A ``DependencyValidationError`` with every problem. ``DependencyProblem/Kind-swift.enum`` lists the kinds.
    public func validate() throws {
        let (_, problems, notes) = examine()
        if !problems.isEmpty { throw DependencyValidationError(problems: problems, notes: notes) }
    }

    /// Checks the same, and creates every service once.
    ///
    /// Call it in a test or a command line tool, after the app has registered its services. In a fork, which is the shared container
    /// meanwhile, it awaits each service, as `asyncResolve` does, then cleans the instances up and releases them. Creators do what they
    /// do in the app. If one must not run, register a stub before. If a service is missing, a creator that calls `resolve`
    /// ends the process, and one that calls `resolving` adds a problem. The article *Proving the wiring* of
    /// `HopoateTestingHelpers` lists the limits. If there is no problem, notes are printed.
    ///
    /// ```swift
    /// try await container.validate(runningCreators: true)
    /// ```
    ///
    /// - Parameters:
    ///   - runsCreators: Whether to run the creators.
    ///   - isolation: The caller's actor.
    /// - Throws: A ``DependencyValidationError`` with every problem.
    public func validate(
        runningCreators runsCreators: Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        if !runsCreators { return try validate() }
        let (_, problems, notes) = await examineCreating()
        if !problems.isEmpty { throw DependencyValidationError(problems: problems, notes: notes) }
        for note in notes.limited(\.self) { print("validate notes: \(note)") }
    }
}
