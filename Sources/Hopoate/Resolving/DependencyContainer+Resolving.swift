extension DependencyContainer {
    /// Resolves a service, which has to be registered.
    ///
    /// The newest registration answers: with its cached instance, or with what its creator creates now, on the
    /// calling thread. While another thread is creating the instance, this one waits for it.
    ///
    /// ```swift
    /// let analytics = container.resolve((any AnalyticsProviding).self)
    /// ```
    ///
    /// Traps, in release builds too, if nothing is registered, if the creator throws, and if creating the service
    /// takes the service itself. The message is that of the ``DependencyError`` which
    /// ``resolving(_:named:fileID:line:)`` would throw.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func resolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        var answer: Service?
        answerOrTrap(ServiceKey(service, named: name), fileID, line) { answer = $0.service(as: service) }
        return answer!
    }

    /// Resolves a service that need not be registered.
    ///
    /// Traps like ``resolve(_:named:fileID:line:)`` if the service is registered but cannot be created.
    ///
    /// ```swift
    /// container.optionalResolve((any Maybe).self)?.perhaps()
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service, or nil if nothing is registered for it, and only then.
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

    /// Resolves a service, or throws why it cannot be resolved.
    ///
    /// ```swift
    /// container.register(FeedLoader.self) { FeedLoader(store: try resolving((any Store).self)) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service, as ``resolve(_:named:fileID:line:)`` does.
    /// - Throws: A ``DependencyError`` when nothing is registered, when the creator throws, and when creating the
    ///   service takes the service itself.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func resolving<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        var answer: Service?
        try answerOrThrow(ServiceKey(service, named: name), fileID, line) { answer = $0.service(as: service) }
        return answer.take()!
    }

    /// Whether something is registered for a service.
    ///
    /// Here or at a parent. Creates nothing, so the creator may still throw when the service is resolved.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    /// - Returns: Whether something is registered.
    public func canResolve<Service>(_ service: Service.Type, named name: String? = nil) -> Bool {
        withTable { $0.canResolve(ServiceKey(service, named: name)) }
    }
}
