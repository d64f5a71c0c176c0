public import Hopoate

extension DependencyContainer {
    /// The registrations of the container and its parents, and their dependencies.
    ///
    /// Creates nothing. The graph knows the parameters of autoregistered initializers, and the services that decorators
    /// decorate. Only creating shows the look-ups of other creators, and the properties of their instances. If the app has
    /// `AutoRegistering`, its services are registered first.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// print(container.graph())  // a tree
    /// print(container.graph(runningCreators: true).mermaid)
    /// ```
    ///
    /// - Parameter runsCreators: Whether to see the look-ups of creators, by resolving everything in a throw-away fork. See
    ///   ``validate(runningCreators:)``.
    /// - Returns: The graph.
    public func graph(runningCreators runsCreators: Bool = false) -> DependencyGraph {
        examine(runningCreators: runsCreators).graph
    }

    /// Finds every problem of the registrations in the container and its parents.
    ///
    /// Call it in a test, after the app has registered its services. If `runsCreators` is false, it creates nothing, and misses
    /// the problems that only creating shows, as ``graph(runningCreators:)`` does.
    ///
    /// It checks a service that a parent keeps with the parent's services. It checks a service that each container creates for
    /// itself with that container's services, so there may be a problem in one container and not in another.
    ///
    /// If `runsCreators` is true, it creates every service, on the calling thread, in a throw-away fork, and sees the look-ups of
    /// creators. If a creator makes a `@Dependency` property on that thread, its service has to be registered too. Registered
    /// instances are the same objects in the fork; creators run once more. It awaits nothing: it takes over the instances that it
    /// could only await, and then cleans up nothing, as the new instances may hold them. An asynchronous service that a creator
    /// requires, and that was not awaited before, is a problem. It skips services that take an argument, unless a creator
    /// resolves them, and services whose creators belong to another actor. A creator that traps when a service is missing, with
    /// `resolve`, ends the process. An error that a creator throws, with `resolving`, is a problem among the others.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// try container.validate()
    /// try container.validate(runningCreators: true)
    /// ```
    ///
    /// - Parameter runsCreators: Whether to create the services.
    /// - Throws: A ``DependencyValidationError`` with every problem: missing services, circular dependencies, kept services that
    ///   hold one which can end before them, services that are removed before older ones which use them and have an `onRemove`,
    ///   services that several modules register, decorators of nothing, and errors of creators.
    public func validate(runningCreators runsCreators: Bool = false) throws {
        let (graph, ofCreators) = examine(runningCreators: runsCreators)
        let problems = graph.problems(adding: ofCreators)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
    }

    /// Named ``graph(runningCreators:)``.
    @available(*, unavailable, renamed: "graph(runningCreators:)")
    public func graph(byCreating: Bool) -> DependencyGraph { graph() }

    /// Named ``validate(runningCreators:)``.
    @available(*, unavailable, renamed: "validate(runningCreators:)")
    public func validate(byCreating: Bool) throws {}
}
