extension DependencyContainer {
    /// Registers an asynchronous creator of a service.
    ///
    /// The service is created when ``asyncResolve(_:named:isolation:fileID:line:)`` first asks for it. Whoever asks
    /// meanwhile awaits the same creation, and cancelling one of them does not cancel it. Until an instance is kept, resolving
    /// the service without awaiting it is the error ``DependencyError/Reason/needsAwait``; from then on it is resolved like
    /// any other, by properties too.
    ///
    /// ```swift
    /// container.register(service: Database.self) { try await Database.open(path: path) }
    /// let database = try await container.asyncResolve(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: Sets several registrations of one type apart. Resolve with the same name, or none.
    ///   - lifetime: How long what the creator makes is kept. ``Lifetime/eager`` begins the creation now, in a task of its
    ///     own, ``Lifetime/transient`` runs the creator in the task of each who asks, and ``Lifetime/graph`` traps.
    ///   - context: In which runs of the app it is registered. Elsewhere nothing happens, and the token is inert.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - asyncCreator: Makes the service, on the actor that it is written on, if any. Its container is the shared one
    ///     meanwhile. If it throws, nothing is kept, and whoever asks next runs it again.
    ///   - onRemove: Called once with each instance that the registration has kept, when it lets go of it.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        when context: RuntimeContext = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncCreator: @escaping @isolated(any) () async throws -> Service,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        let place = CodePlace(fileID: fileID, line: line)
        let details = ServiceDetails<Service>(.asynchronously(unchecked(asyncCreator)), onRemove: onRemove)
        let registration: ServiceRegistration<Service> = add(lifetime, key, place, context, details: details)
        if lifetime == .eager { registration.createAsynchronouslyAhead(in: table) }
        return registration
    }

    /// Resolves a service, and awaits what that takes: an asynchronous creator, or the actor that a creator belongs to.
    ///
    /// A creator that belongs to an actor runs there, any other on the caller's. Cancelling the caller's task does not end
    /// the wait for a creation that others may await too.
    ///
    /// ```swift
    /// let screen = try await container.asyncResolve(Screen.self)  // its creator is the main actor's
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does.
    public func asyncResolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(DependencyError) -> Service {
        let lookup = Lookup(key: ServiceKey(service, named: name), place: CodePlace(fileID: fileID, line: line))
        return try await asyncResolve(lookup) { table, lookup in table.attempt(service, lookup) }
    }

    /// Resolves a typed key, and awaits what that takes.
    ///
    /// See ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does.
    public func asyncResolve<Service>(
        _ path: DependencyKeyPath<Service>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(DependencyError) -> Service {
        try await asyncResolve(DependencyKey.lookup(path, fileID, line)) { table, lookup in
            table.attempt(Service.self, lookup)
        }
    }

    /// Resolves a service that is made from an argument, on the actor that its creator belongs to.
    ///
    /// See ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: Of the very type that was registered.
    ///   - name: The name that it was registered by, or none.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:with:named:fileID:line:)`` does.
    public func asyncResolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(DependencyError) -> Service {
        let lookup = Lookup.taking(argument, service, name, fileID, line)
        return try await asyncResolve(lookup) { table, lookup in
            table.attempt(service, with: argument, lookup)
        }
    }
}

extension DependencyContainer {
    /// Returns its result, as older systems do not know types of functions with typed errors at run time.
    private typealias Attempt<Service> = (StackTable, Lookup) -> Result<Service, ResolutionFailure>

    /// Attempts a resolution until nothing is left that has to be awaited first.
    private func asyncResolve<Service>(
        _ lookup: Lookup,
        isolation: isolated (any Actor)? = #isolation,
        attempt: @escaping Attempt<Service>
    ) async throws(DependencyError) -> Service {
        defer { withExtendedLifetime(self) {} }
        let attempt = UncheckedSendable(attempt)
        let lookup = UncheckedSendable(lookup)
        var assistance = Assistance(actor: isolation)
        var hops = 0
        do throws(ResolutionFailure) {
            var outcome = perform(attempt, lookup, UncheckedSendable(assistance))
            while case .failure(let failure) = outcome {
                switch failure {
                case .belongs(_, let actor) where hops < 8:
                    // A decorator and what it decorates may belong to different actors. What is kept is only made once.
                    hops += 1
                    assistance.actor = actor
                case .needs(let registration, let table):
                    let registration = unsafeDowncast(registration, to: ServiceRegistration<Service>.self)
                    let made = try await registration.createAsynchronously(in: table, lookup.value)
                    assistance.supply = made.map { (registration.number, $0) }
                default:
                    throw failure
                }
                outcome =
                    if let actor = assistance.actor, actor !== isolation {
                        await perform(attempt, lookup, UncheckedSendable(assistance), on: actor)
                    } else {
                        perform(attempt, lookup, UncheckedSendable(assistance))
                    }
            }
            return try outcome.get().value
        } catch {
            throw error.dependencyError(lookup.value, in: table)
        }
    }

    /// Attempts a resolution once, on an actor.
    private func perform<Service>(
        _ attempt: UncheckedSendable<Attempt<Service>>,
        _ lookup: UncheckedSendable<Lookup>,
        _ assistance: UncheckedSendable<Assistance>,
        on actor: isolated (any Actor)? = #isolation
    ) -> Result<UncheckedSendable<Service>, ResolutionFailure> {
        ResolvingThread.current.with(assistance.value) {
            attempt.value(table, lookup.value).map(UncheckedSendable.init)
        }
    }
}

extension StackTable {
    fileprivate func attempt<Service>(_ service: Service.Type, _ lookup: Lookup) -> Result<Service, ResolutionFailure> {
        do throws(ResolutionFailure) {
            return .success(try resolve(service, lookup))
        } catch {
            return .failure(error)
        }
    }

    fileprivate func attempt<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        _ lookup: Lookup
    ) -> Result<Service, ResolutionFailure> {
        do throws(ResolutionFailure) {
            return .success(try resolve(service, with: argument, lookup))
        } catch {
            return .failure(error)
        }
    }
}
