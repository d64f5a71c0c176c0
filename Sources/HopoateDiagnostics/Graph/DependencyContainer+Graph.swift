public import Hopoate

extension DependencyContainer {
    /// Returns the registrations of the container and its parents, and their dependencies.
    ///
    /// By default, this runs no creators. The graph then shows the parameters of autoregistered initializers and the services
    /// that decorators decorate. With `runningCreators: true`, it also shows what other creators resolve, and what the properties
    /// of their instances resolve. If the app conforms the container to `AutoRegistering`, the app's services are registered
    /// first.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// print(container.graph())  // a tree
    /// print(container.graph(runningCreators: true).mermaid)
    /// ```
    ///
    /// - Parameter runsCreators: Whether to run the creators, in a fork that is thrown away: see ``validate(runningCreators:)``.
    /// - Returns: The graph.
    public func graph(runningCreators runsCreators: Bool = false) -> DependencyGraph {
        examine(runningCreators: runsCreators).graph
    }

    /// Checks the registrations of the container and its parents for missing services, circular dependencies and other problems.
    ///
    /// Call it in a test, after the app has registered its services. By default, it runs no creators, and finds the problems that
    /// ``graph(runningCreators:)`` shows. With `runningCreators: true`, it also creates every service, on the calling thread and
    /// in a fork that is thrown away, to find what creators resolve. If a service is missing, a creator that calls `resolve` ends
    /// the process, and a creator that calls `resolving` adds a problem. The error also lists what the check did not run, and lists that are empty. The
    /// article *Proving the wiring* of `HopoateTestingHelpers` lists the limits.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// try container.validate()
    /// try container.validate(runningCreators: true)
    /// ```
    ///
    /// - Parameter runsCreators: Whether to run the creators.
    /// - Throws: A ``DependencyValidationError`` with every problem. ``DependencyProblem/Kind-swift.enum`` lists the kinds.
    public func validate(runningCreators runsCreators: Bool = false) throws {
        let (graph, ofCreators) = examine(runningCreators: runsCreators)
        let problems = graph.problems(adding: ofCreators)
        if problems.isEmpty { return }
        throw DependencyValidationError(problems: problems, notes: graph.notes)
    }
}
