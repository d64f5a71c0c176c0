extension DependencyContainer {
    /// What is registered in the container and its parents, and what needs what.
    ///
    /// Creates nothing. Known are the parameters of what is autoregistered, what `requires:` declares, and what decorators
    /// decorate. Of other creators it is not known what they look up, unless it is found out by creating. Should the app
    /// have ``AutoRegistering``, it registers its services first.
    ///
    /// ```swift
    /// print(container.graph())  // a tree
    /// print(container.graph(byCreating: true).mermaid)
    /// ```
    ///
    /// - Parameter isCreating: Whether to find out what creators look up by resolving everything in a throw-away fork. See
    ///   ``validate(byCreating:)``.
    /// - Returns: The graph.
    public func graph(byCreating isCreating: Bool = false) -> DependencyGraph {
        if isCreating { return GraphTrial(of: self).graph }
        return GraphBuilder(table).graph()
    }

    /// Finds everything that is wrong with what is registered in the container and its parents.
    ///
    /// Creates nothing. What it cannot know is left out, as in ``graph(byCreating:)``. A test that calls it when the app
    /// has registered its services is worth having.
    ///
    /// ```swift
    /// try container.validate()
    /// ```
    ///
    /// - Throws: A ``DependencyValidationError`` with every problem: missing services, circles, what is kept and holds
    ///   what can end before it, services that several modules register, and decorators of nothing.
    public func validate() throws(DependencyValidationError) {
        try graph().validate()
    }

    /// Finds everything that is wrong with what is registered, and what creators complain about when they run.
    ///
    /// If `isCreating` is true, everything is resolved once, on the calling thread, in a fork that is thrown away: registered
    /// instances are the same objects there, and creators run once more. What they look up is seen meanwhile. Left out are
    /// services that take an argument, and those whose creators are asynchronous or belong to another actor. A creator that
    /// traps when something is missing, with ``resolve(_:named:fileID:line:)``, ends the process; one that throws, with
    /// ``resolving(_:named:fileID:line:)``, is a problem among the others.
    ///
    /// ```swift
    /// try container.validate(byCreating: true)
    /// ```
    ///
    /// - Parameter isCreating: Whether to create, or only to do what ``validate()`` does.
    /// - Throws: A ``DependencyValidationError`` with every problem.
    public func validate(byCreating isCreating: Bool) throws(DependencyValidationError) {
        guard isCreating else { return try validate() }
        let trial = GraphTrial(of: self)
        try trial.graph.validate(adding: trial.problems)
    }
}
