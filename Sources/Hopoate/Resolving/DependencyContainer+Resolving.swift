extension DependencyContainer {
    /// Resolves a service, which has to be registered.
    ///
    /// The newest registration answers: its cached instance, or a new one that its creator creates on the calling thread.
    /// If another thread is already creating the instance, this thread waits for it.
    ///
    /// ```swift
    /// let analytics = container.resolve((any AnalyticsProviding).self)
    /// ```
    ///
    /// Traps, also in release builds, if nothing is registered, if the creator throws, or if the service requires itself. The
    /// message is that of the ``DependencyError`` which ``resolving(_:named:fileID:line:)`` throws.
    ///
    /// - Parameters:
    ///   - service: The service's type. Leave it out where the compiler knows the type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func resolve<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        var answer: Service?
        answerOrTrap(ServiceKey(service, named: name), fileID, line) { answer = $0.service(as: service) }
        return answer!
    }

    /// Resolves a service, or returns nil if it is not registered.
    ///
    /// Traps if the service is registered but cannot be created.
    ///
    /// ```swift
    /// container.optionalResolve((any Maybe).self)?.perhaps()
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service. Nil only if nothing is registered for it.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func optionalResolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        var answer: Service?
        answerIfRegistered(ServiceKey(service, named: name), fileID, line) { answer = $0.service(as: service) }
        return answer
    }

    /// Resolves a service, or throws an error if that fails.
    ///
    /// Otherwise works like ``resolve(_:named:fileID:line:)``.
    ///
    /// ```swift
    /// container.register(FeedLoader.self) {
    ///     FeedLoader(store: try resolving((any Store).self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type. Leave it out where the compiler knows the type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` if nothing is registered, if the creator throws, or if creating the service requires the
    ///   service itself.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func resolving<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        var answer: Service?
        try answerOrThrow(ServiceKey(service, named: name), fileID, line) { answer = $0.service(as: service) }
        return answer.take()!
    }

    /// Returns whether a service is registered in the container or its parents.
    ///
    /// The creator does not run, so it may still throw when the service is resolved.
    ///
    /// ```swift
    /// let reportsCrashes = container.canResolve((any CrashReporting).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    /// - Returns: Whether the service is registered.
    public func canResolve<Service>(_ service: Service.Type, named name: String? = nil) -> Bool {
        withTable { $0.canResolve(ServiceKey(service, named: name)) }
    }

    /// Resolves the list of a service: all contributions, unless a list is registered.
    ///
    /// The contributions of a parent come before those of its child. Within one container, the older contribution comes first.
    /// If a creator adds a contribution, it comes with the next call. If it removes one that is not created yet, that is left out.
    /// If `[Service].self` is registered, in the container or in a parent, it is the list.
    /// Traps like ``resolve(_:named:fileID:line:)`` if one of them cannot be created.
    ///
    /// ```swift
    /// let menu = container.resolveAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The list. Empty if there is neither a list nor a contribution.
    public func resolveAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        resolve([Service].self, named: name, fileID: fileID, line: line)
    }

    /// Resolves the list of a service, or throws an error if a contribution fails.
    ///
    /// ```swift
    /// let commands = try container.resolvingAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The list, in the order of ``resolveAll(_:named:fileID:line:)``.
    /// - Throws: A ``DependencyError`` if a creator throws, or if creating a contribution requires the contribution itself.
    public func resolvingAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Service] {
        try resolving([Service].self, named: name, fileID: fileID, line: line)
    }
}
