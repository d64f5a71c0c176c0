extension DependencyContainer {
    /// Resolves a service, which has to be registered.
    ///
    /// The newest registration answers: with the instance that it keeps, or with what its creator makes now, on the
    /// calling thread. While another thread is creating the instance, this one waits for it.
    ///
    /// ```swift
    /// let analytics = container.resolve((any AnalyticsProviding).self)
    /// ```
    ///
    /// Traps, in release builds too, when nothing is registered, when the creator throws, and when creating the service
    /// takes the service itself. The message is that of the ``DependencyError`` which
    /// ``resolving(_:named:fileID:line:)`` would throw.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    @inlinable
    @inline(__always)
    public func resolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolve(service, named: name) { stack in
            resolveOrTrap(service, named: name, fileID, line, stack)
        }
    }

    /// Resolves a service that need not be registered.
    ///
    /// Traps like ``resolve(_:named:fileID:line:)`` when the service is registered but cannot be created.
    ///
    /// ```swift
    /// container.optionalResolve((any Maybe).self)?.perhaps()
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service, or nil when nothing is registered for it, and only then.
    public func optionalResolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        do {
            let place = CodePlace(fileID: fileID, line: line)
            return try table.resolveIfRegistered(service, Lookup(key: ServiceKey(service, named: name), place: place))
        } catch {
            error.trap()
        }
    }

    /// Resolves a service, or throws why it cannot be resolved.
    ///
    /// ```swift
    /// container.register(service: FeedLoader.self, lifetime: .cached) {
    ///     FeedLoader(store: try DependencyContainer.shared.resolving((any Store).self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service, as ``resolve(_:named:fileID:line:)`` does.
    /// - Throws: A ``DependencyError`` when nothing is registered, when the creator throws, and when creating the
    ///   service takes the service itself.
    @inlinable
    @inline(__always)
    public func resolving<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(DependencyError) -> Service {
        try resolve(service, named: name) { stack throws(DependencyError) in
            try resolveOrThrow(service, named: name, fileID, line, stack)
        }
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
        table.canResolve(ServiceKey(service, named: name))
    }
}

extension DependencyContainer {
    /// Resolves a service with the instance that its stack has at hand, or else in another way, which is given the stack
    /// if that is found, and then has to unlock it.
    ///
    /// The way of a hit makes no optional of the service, as its metadata would cost more than all the rest.
    @inlinable
    @inline(__always)
    func resolve<Service, Failure>(
        _ service: Service.Type,
        named name: String?,
        otherwise: (LockedStack?) throws(Failure) -> Service
    ) throws(Failure) -> Service {
        // Going before it has unlocked, the container would wait for that for ever.
        defer { withExtendedLifetime(self) {} }
        let stack = name == nil ? lockStack(of: service) : nil
        guard let stack, let hit = stack.hit else { return try otherwise(stack) }
        return stack.take(hit)
    }

    /// Locks the stack of an unnamed service, unless there is none, or somebody else is at its shard.
    @usableFromInline
    func lockStack(of service: Any.Type) -> LockedStack? {
        let hash = ServiceKey.hash(service)
        let shard = table.shard(ofHash: hash)
        guard shard.tryLock() else { return nil }
        if let stack = shard.pointee.find(unnamed: service, hash: hash) {
            return shard.locked(stack, hit: stack.pointee.hit)
        }
        shard.unlock()
        return nil
    }

    @usableFromInline
    @inline(never)
    func resolveOrThrow<Service>(
        _ service: Service.Type,
        named name: String?,
        _ fileID: StaticString,
        _ line: UInt,
        _ stack: LockedStack?
    ) throws(DependencyError) -> Service {
        try table.resolve(service, named: name, CodePlace(fileID: fileID, line: line), stack?.stack)
    }

    /// Not by way of `resolveOrThrow`, as another call would be a tenth of what a transient service takes (`Benchmarks`,
    /// row 'transient').
    @usableFromInline
    @inline(never)
    func resolveOrTrap<Service>(
        _ service: Service.Type,
        named name: String?,
        _ fileID: StaticString,
        _ line: UInt,
        _ stack: LockedStack?
    ) -> Service {
        do {
            return try table.resolve(service, named: name, CodePlace(fileID: fileID, line: line), stack?.stack)
        } catch {
            error.trap()
        }
    }
}

/// Resolves a service in the shared container: short for `DependencyContainer.shared.resolve`.
///
/// Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``.
///
/// ```swift
/// let analytics = resolve((any AnalyticsProviding).self)
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is asked for, for errors.
///   - line: Where the service is asked for, for errors.
/// - Returns: The service.
@inlinable
@inline(__always)
public func resolve<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    DependencyContainer.shared.resolve(service, named: name, fileID: fileID, line: line)
}

/// Resolves a service that need not be registered in the shared container: short for
/// `DependencyContainer.shared.optionalResolve`.
///
/// Traps like ``DependencyContainer/optionalResolve(_:named:fileID:line:)``.
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is asked for, for errors.
///   - line: Where the service is asked for, for errors.
/// - Returns: The service, or nil when nothing is registered for it, and only then.
public func optionalResolve<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    DependencyContainer.shared.optionalResolve(service, named: name, fileID: fileID, line: line)
}
