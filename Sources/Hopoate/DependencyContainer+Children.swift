// A container for as long as an operation takes: a request, a document, a login.

extension DependencyContainer {
    /// Runs an operation with a child container as the ``shared`` one, and ends the child afterwards.
    ///
    /// ```swift
    /// app.withChild { request in
    ///     request.register(User(id: 1), for: User.self)
    ///     Handler().respond()  // its properties resolve services in the child
    /// }
    /// ```
    ///
    /// When the operation returns or throws, the call removes everything like ``removeAll(fileID:line:)``, even if other objects still hold the
    /// child, and closes the child. It accepts and keeps nothing then. Objects that outlive the operation find only the parent's
    /// services, and no ``Lifetime/perContainer`` service. For work that takes longer than the operation, such as writing a
    /// streamed body, create the child with ``init(parent:)``, and call ``removeAll(fileID:line:)`` when the work is done.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - operation: Runs immediately, on the calling thread, with the child.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @_disfavoredOverload
    @discardableResult
    public func withChild<Result>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        operation: (DependencyContainer) throws -> Result
    ) rethrows -> Result {
        let child = DependencyContainer(parent: self)
        return try DependencyContainer.withShared(child) {
            defer {
                child.willEnd(at: CodePlace(fileID, line))
                child.end()
            }
            return try operation(child)
        }
    }

    /// Runs an asynchronous operation with a child container as the ``shared`` one, and ends the child afterwards.
    ///
    /// When the operation returns or throws, the call removes everything like ``asyncRemoveAll(isolation:fileID:line:)``, but prints nothing,
    /// and then closes the child. It awaits creations in progress and `onRemove` functions, even if the task is cancelled, but not the
    /// clean-up of what such a function itself creates or removes. A task that outlives the operation finds only the parent's
    /// services, and no ``Lifetime/perContainer`` service.
    ///
    /// ```swift
    /// let response = try await app.withChild { request in
    ///     request.register(User(id: 1), for: User.self)
    ///     return try await Handler().respond()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor, on which the operation runs.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - operation: Runs immediately, in the calling task, with the child.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @discardableResult
    public func withChild<Result>(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        operation: (DependencyContainer) async throws -> Result
    ) async rethrows -> Result {
        let child = DependencyContainer(parent: self)
        defer { child.end() }
        return try await child.sharedUntilItsEnd({
            child.willEnd(at: CodePlace(fileID, line))
            await child.table.asyncRemoveAll(printingAfterSeconds: nil, isolation: isolation)
        }) { try await operation(child) }
    }

    /// Says which call of `withChild` ends the container, or else that its test does, for errors of later look-ups.
    @inline(never)
    package func willEnd(at place: CodePlace = CodePlace("", 0)) { table.withState { $0.end = place } }

    /// Ends the container: removes what it has, and closes it.
    package func end() {
        // First while it is open, so that clean-ups can still resolve defaults.
        table.removeAll()
        table.close()
    }

    /// Runs an operation with this container as the shared one, and ends the container while it is still shared.
    package func sharedUntilItsEnd<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ end: () async -> Void,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await DependencyContainer.withShared(self) {
            do {
                let result = try await operation()
                await end()
                return result
            } catch {
                await end()
                throw error
            }
        }
    }
}
