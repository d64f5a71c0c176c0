extension DependencyContainer {
    /// Observes registrations and resolutions in the container, and the instances that children make of its `.perContainer` ones.
    ///
    /// An observer of a child is not told of what its parent answers: observe the parent too.
    ///
    /// The observer runs on the thread that registers or resolves, in its task, and under no lock. It may use the
    /// container; its resolutions are observed too, but not a further look-up of the service that it is being told of. While an
    /// observer is there, resolving takes the slower way; without one, none of this costs anything.
    ///
    /// A look-up that finds nothing causes no event, nor does a synchronous creator that runs because it is being registered.
    /// An observer that is told of a creation and resolves that very service gets the error of a cycle.
    ///
    /// ```swift
    /// let observation = container.observe { event in
    ///     print(event.kind, event.registration, "asked for at \(event.fileID):\(event.line)")
    /// }
    /// ```
    ///
    /// - Parameter observer: Called with each event, from any thread.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe(_ observer: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionObservation {
        ResolutionObservation(table, observer)
    }
}
