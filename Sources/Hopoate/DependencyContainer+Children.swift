// A container for as long as an operation takes: a request, a document, a login.

extension DependencyContainer {
    /// Runs an operation with a child container, which is the shared one meanwhile, and ends the child after it.
    ///
    /// ```swift
    /// app.withChild { request in
    ///     request.register(User(id: 1), for: User.self)
    ///     Handler().respond()  // its properties look services up in the child
    /// }
    /// ```
    ///
    /// When the operation returns or throws, the child ends with ``removeAll()``, even if other objects hold it. Its instances are
    /// released on the calling thread, the newest registration's first. An object that outlives the operation then finds only the
    /// parent's services. For work that outlasts the operation, such as a streamed body, make a container with ``init(parent:)``, and
    /// call ``removeAll()`` after the work.
    ///
    /// - Parameter operation: Runs at once, on the calling thread, with the child.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @discardableResult
    public func withChild<Result>(operation: (DependencyContainer) throws -> Result) rethrows -> Result {
        let child = DependencyContainer(parent: self)
        return try DependencyContainer.withShared(child) {
            defer { child.removeAll() }
            return try operation(child)
        }
    }

    /// Runs an asynchronous operation with a child container, which is the shared one meanwhile, and ends the child after it.
    ///
    /// When the operation returns or throws, the child ends with ``asyncRemoveAll(isolation:)``, even if other objects hold it. That
    /// awaits asynchronous functions that clean up, even if the task is cancelled. A task that outlives the operation then finds only
    /// the parent's services.
    ///
    /// ```swift
    /// let response = try await app.withChild { request in
    ///     request.register(User(id: 1), for: User.self)
    ///     return try await Handler().respond()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The actor that the operation runs on: the caller's.
    ///   - operation: Runs at once, in the calling task, with the child.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @discardableResult
    public func withChild<Result>(
        isolation: isolated (any Actor)? = #isolation,
        operation: (DependencyContainer) async throws -> Result
    ) async rethrows -> Result {
        try await DependencyContainer(parent: self).sharedUntilItsEnd(operation: operation)
    }

    /// Runs an operation with this container as the shared one, and removes its registrations while it is still shared.
    package func sharedUntilItsEnd<Result>(
        isolation: isolated (any Actor)? = #isolation,
        operation: (DependencyContainer) async throws -> Result
    ) async rethrows -> Result {
        try await DependencyContainer.withShared(self) {
            do {
                let result = try await operation(self)
                await asyncRemoveAll()
                return result
            } catch {
                await asyncRemoveAll()
                throw error
            }
        }
    }
}
