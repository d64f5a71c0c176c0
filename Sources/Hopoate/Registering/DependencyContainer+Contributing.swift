extension DependencyContainer {
    /// Registers one of several contributions to a service, which ``resolveAll(_:named:fileID:line:)`` returns together.
    ///
    /// Contributions and ordinary registrations of a service know nothing of one another.
    ///
    /// ```swift
    /// container.contribute(to: (any Command).self) { OpenCommand() }
    /// container.contribute(to: (any Command).self) { SaveCommand() }
    /// let menu = container.resolveAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: Sets groups of contributions of one type apart.
    ///   - lifetime: When the creator runs, and how long what it creates is kept. See ``Lifetime``.
    ///   - context: In which runs of the app it is registered. Elsewhere nothing happens, and the token is inert.
    ///   - fileID: Where the contribution is registered, for errors.
    ///   - line: Where the contribution is registered, for errors.
    ///   - creator: Makes the contribution, like a creator that is registered with this lifetime. One that needs an actor says so.
    ///   - onRemove: Called once with each instance that the registration has kept, when it lets go of it.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func contribute<Service>(
        to service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        when context: RuntimeContext = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        let recipe = Recipe(creator: creator, onRemove: onRemove)
        return add(recipe, lifetime, key, CodePlace(fileID, line), context)
    }

    /// Resolves all contributions to a service.
    ///
    /// Those of parents come first, and those of one container in the order of their registration. What a parent contributes
    /// with the lifetime ``Lifetime/perContainer`` is the container's own, and comes before its others. Traps like
    /// ``resolve(_:named:fileID:line:)`` when one of them cannot be created.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that was contributed by, or none.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The contributions, none if nothing was contributed.
    public func resolveAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        do {
            return try resolvingAll(service, named: name, fileID: fileID, line: line)
        } catch {
            error.trap()
        }
    }

    /// Resolves all contributions to a service, or throws why one of them cannot be resolved.
    ///
    /// ```swift
    /// let commands = try container.resolvingAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that was contributed by, or none.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The contributions, as ``resolveAll(_:named:fileID:line:)`` does.
    /// - Throws: A ``DependencyError`` when a creator throws, or creating a contribution takes the contribution itself.
    public func resolvingAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(DependencyError) -> [Service] {
        let lookup = Lookup(ServiceKey(Contributions<Service>.self, named: name), CodePlace(fileID, line))
        return try table.allKeptOrThrow(lookup).map { $0.service(as: service) }
    }
}

extension StackTable {
    func allKeptOrThrow(_ lookup: Lookup) throws(DependencyError) -> [AnyKept] {
        let thread = Resolution.ofThread
        thread.beginGraph()
        defer { thread.endGraph() }
        var resolved: [UInt64: AnyKept] = [:]
        while true {
            do throws(ResolutionFailure) {
                return try contributions(lookup, &resolved).kept
            } catch .outdated {
                // Contributions have come or gone meanwhile. The look-up begins anew.
            } catch {
                throw error.dependencyError(lookup, in: self)
            }
        }
    }

    /// Resolves what a registration answers, or, if it is one of several contributions, the contribution.
    func tryOut(_ registration: AnyServiceRegistration) throws(DependencyError) {
        let lookup = Lookup(registration.key, registration.place)
        if !registration.key.isOfContributions {
            _ = try keptOrThrow(lookup)
        } else if registration.tableNumber == number {
            _ = try keptOrThrow(lookup.asked(at: .exactly(registration)))
        } else {
            _ = try allKeptOrThrow(lookup)
        }
    }

    /// Resolves the contributions of this table and its parents.
    ///
    /// - Parameters:
    ///   - lookup: What is asked for.
    ///   - resolved: The instances so far, by the origins of their registrations. A look-up that begins anew finds them here,
    ///     so a creator that contributes or removes contributions runs once.
    /// - Returns: The instances, and the origins of the registrations that a child has to have copies of.
    /// - Throws: `outdated` when contributions have come or gone meanwhile, and the look-up has to begin anew.
    private func contributions(
        _ lookup: Lookup,
        _ resolved: inout [UInt64: AnyKept]
    ) throws(ResolutionFailure) -> (kept: [AnyKept], copied: [UInt64]) {
        _ = try pushDefaults(lookup)
        let ofParent = try parent?.contributions(lookup.asked(by: self), &resolved)
        let registrations = withStack(of: lookup.key) { $0.entries }?.map(\.registration) ?? []
        // Copies that another thread has taken out, as the parent's contributions have changed, will be there again, with what
        // has been contributed meanwhile. A container that is gone takes none.
        let areHere = ofParent?.copied.allSatisfy { origin in registrations.contains { $0.origin == origin } }
        if areHere == false, container != nil { throw .outdated }
        var (kept, copied) = (ofParent?.kept ?? [], [UInt64]())
        for registration in registrations {
            let origin = registration.origin
            // A child has copies of what is made for each container.
            if lookup.asker != nil, registration.lifetime == .perContainer {
                copied.append(origin)
                continue
            }
            if resolved[origin] == nil {
                resolved[origin] = try resolve(lookup.asked(at: .exactly(registration))).kept
            }
            kept.append(resolved[origin]!)
        }
        return (kept, copied)
    }
}
