public import Hopoate

extension DependencyContainer {
    /// The registrations of the container and its parents, and their dependencies.
    ///
    /// Creates nothing. The graph knows the parameters of autoregistered initializers, and the services that decorators
    /// decorate. Only creating shows the look-ups of other creators, and the properties of their instances. If the app has
    /// `AutoRegistering`, it registers its services first.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// print(container.graph())  // a tree
    /// print(container.graph(runningCreators: true).mermaid)
    /// ```
    ///
    /// - Parameter isCreating: Whether to find out the look-ups of creators, by resolving everything in a throw-away fork. See
    ///   ``validate(runningCreators:)``.
    /// - Returns: The graph.
    public func graph(runningCreators isCreating: Bool = false) -> DependencyGraph {
        examine(runningCreators: isCreating).graph
    }

    /// Finds every problem of the registrations in the container and its parents.
    ///
    /// Call it in a test, after the app has registered its services. If `isCreating` is false, it creates nothing, and misses
    /// the problems that only creating shows, as ``graph(runningCreators:)`` does.
    ///
    /// A service that a parent keeps is checked with the parent's services, and one that each container makes anew with those of
    /// the container: so a service that a parent and its child make from different parts may have a problem in one of them.
    ///
    /// If `isCreating` is true, it creates every service, on the calling thread, in a fork that is thrown away, and sees
    /// the look-ups of creators. A `@Dependency` property that a creator makes on that thread counts as well: its service has
    /// to be registered. Registered instances are the same objects there; creators run once more. It awaits nothing: it takes over
    /// the instances that it could only await, and then cleans up nothing, as what it creates may hold them. If a creator
    /// requires one that nobody has awaited, that is a problem. It leaves out services that take an argument, unless another creator asks for them, and those whose creators
    /// belong to another actor. A creator that traps when a service is missing, with `resolve`, ends
    /// the process. The error of one that throws, with `resolving`, is a problem among the others.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// try container.validate()
    /// try container.validate(runningCreators: true)
    /// ```
    ///
    /// - Parameter isCreating: Whether to create the services.
    /// - Throws: A ``DependencyValidationError`` with every problem: missing services, circular dependencies, kept
    ///   services that hold one which can end before them, services with an `onRemove` that are removed before older ones which
    ///   use them, services that several modules register, decorators of nothing, and errors of creators.
    public func validate(runningCreators isCreating: Bool = false) throws {
        let (graph, ofCreators) = examine(runningCreators: isCreating)
        let problems = graph.problems(adding: ofCreators)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
    }
}
