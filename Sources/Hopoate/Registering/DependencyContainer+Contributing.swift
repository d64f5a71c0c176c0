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
    ///   - lifetime: When the creator runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the contribution is registered, for errors.
    ///   - line: Where the contribution is registered, for errors.
    ///   - creator: Makes the contribution, like a creator that is registered with this lifetime. One that needs an actor says so.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func contribute<Service>(
        to service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        let recipe = Recipe(creator: creator)
        return add(recipe, lifetime, key, CodePlace(fileID, line))
    }

    /// Resolves all contributions to a service.
    ///
    /// Contributions of parents come first, and those of one container in the order of their registration. One that a parent
    /// registers with the lifetime ``Lifetime/perContainer`` is the container's own, and comes before its others. Traps like
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
        let lookup = Lookup(ServiceKey(Contributions<Service>.self, named: name), CodePlace(fileID, line))
        do throws(DependencyError) {
            return try table.allKeptOrThrow(lookup).map { $0.service(as: service) }
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
    ) throws -> [Service] {
        let lookup = Lookup(ServiceKey(Contributions<Service>.self, named: name), CodePlace(fileID, line))
        return try table.allKeptOrThrow(lookup).map { $0.service(as: service) }
    }
}

extension StackTable {
    /// Resolves the contributions of this table and its parents.
    func allKeptOrThrow(_ lookup: Lookup) throws(DependencyError) -> [AnyKept] {
        let thread = Resolution.ofThread
        thread.beginGraph()
        defer { thread.endGraph() }
        // By the origins of their registrations. A look-up that begins anew finds them here, so a creator that contributes or
        // removes contributions runs once.
        var resolved: [UInt64: AnyKept] = [:]
        while true {
            do throws(ResolutionFailure) {
                let contributions = try contributions(lookup)
                for (table, registration) in contributions where resolved[registration.origin] == nil {
                    let lookup = table === self ? lookup : lookup.asked(by: self)
                    resolved[registration.origin] = try table.resolve(lookup.asked(at: .exactly(registration))).kept
                }
                return contributions.map { resolved[$0.registration.origin]! }
            } catch .outdated {
                // Contributions have come or gone meanwhile. The look-up begins anew.
            } catch {
                throw error.dependencyError(lookup, in: self)
            }
        }
    }

    /// Resolves the answer of a registration, or, if it is one of several contributions, the contribution.
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

    /// The contributions that answer, those of parents first, with their tables.
    private func contributions(
        _ lookup: Lookup
    ) throws(ResolutionFailure) -> [(table: StackTable, registration: AnyServiceRegistration)] {
        _ = try pushDefaults(lookup)
        let ofParents = try parent?.contributions(lookup.asked(by: self)) ?? []
        let own = withStack(of: lookup.key) { $0.entries }?.map(\.registration) ?? []
        // Copies of registrations for each container stand for the originals. If another thread has taken them out, as the
        // parent's contributions have changed, they will be there again. A container that is gone takes none.
        let originals = ofParents.map(\.registration).filter { $0.lifetime == .perContainer }
        let areHere = originals.allSatisfy { original in own.contains { $0.origin == original.origin } }
        if !areHere, takesCopies { throw .outdated }
        return ofParents.filter { $0.registration.lifetime != .perContainer } + own.map { (self, $0) }
    }
}
