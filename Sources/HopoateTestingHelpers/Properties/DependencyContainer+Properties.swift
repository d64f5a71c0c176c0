public import Hopoate
import HopoateDiagnostics

extension DependencyContainer {
    /// Checks that the service of each stored `@Dependency` property in the program is registered, without creating any object.
    ///
    /// ```swift
    /// @Test func everyDependencyIsRegistered() throws {
    ///     AppDelegate().registerServices()
    ///     let container = DependencyContainer.shared
    ///     try container.validateProperties(modules: ["MyApp"], except: [(any Beta).self])
    /// }
    /// ```
    ///
    /// Call it in one test, after the app has registered its services. The check reads the types in the program. It finds stored
    /// properties with the types `Dependency` and `Provider`, whose services have to be registered in this container or a parent.
    /// The services of an `OptionalDependency` or a `WeakDependency` may be missing.
    ///
    /// The check sees the type of a property's service, but not its name, key or container. So a service that is registered under
    /// any name or key counts as registered. ``ValidatedProperties/skippedProperties`` lists the properties whose services are
    /// unknown. <doc:Proving-the-wiring> says what the check does not see.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose types to read. By default all modules, including test modules.
    ///   - keys: The typed keys that need no registration, because their defaults are enough: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - fileID: The file of the call, for reports.
    ///   - line: The line of the call, for reports.
    /// - Returns: The properties that the check found.
    /// - Throws: A `DependencyValidationError` with a problem for each property whose service is not registered, and for each of
    ///   the `modules` that has no such property. If the program's types cannot be read, the error contains only that problem.
    @discardableResult
    public func validateProperties(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> ValidatedProperties {
        CopiesOfHopoate.check(CodePlace(fileID, line))
        let excepted = exceptions + DependencyKeys.keysWithDefaults(keys).map(\.service)
        return try validate(PropertySearch(TypeRecords.ofLoadedImages), in: modules, except: excepted)
    }

    func validate(
        _ search: PropertySearch,
        in modules: [String] = [],
        except exceptions: [Any.Type] = []
    ) throws(DependencyValidationError) -> ValidatedProperties {
        var search = search
        guard search.removeSentinel() else { throw DependencyValidationError(problems: [.unreadable()]) }
        let unknown = Set(modules).subtracting(search.modules).sorted()
        var problems = unknown.map { DependencyProblem.unreadable($0, but: search.modules.sorted()) }
        if !modules.isEmpty { search.restrict(to: modules) }
        let found = servicesByAnyName.union(exceptions.map { ObjectIdentifier($0) })
        let taking = registrationsWithParents.filter(\.key.takesArgument).map { ObjectIdentifier($0.service) }
        let missing = search.properties.filter { property in
            if found.contains(ObjectIdentifier(property.service)) { return false }
            if property.mayTakeArgument, taking.contains(ObjectIdentifier(property.service)) { return false }
            if property.isRequired, ServiceKey(property.service, named: nil).contributions != nil { return false }
            // An optional property whose service is only registered as an optional is a mistake.
            return property.isRequired || found.contains(_openExistential(property.service, do: optional))
        }
        problems += self.problems(of: missing)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
        return ValidatedProperties(
            properties: search.properties.map(\.fullName).sorted(),
            skippedProperties: search.skippedProperties.map(\.fullName).sorted()
        )
    }

    /// The properties whose lists have no contributions, by any name.
    func emptyLists(_ search: PropertySearch, in modules: [String]) -> [String] {
        let found = servicesByAnyName
        return search.properties.filter { property in
            (modules.isEmpty || modules.contains(property.module)) && property.isRequired
                && ServiceKey(property.service, named: nil).contributions != nil
                && !found.contains(ObjectIdentifier(property.service))
        }.map { "\($0.fullName) is an empty list, as nothing is contributed." }
    }

    /// The services that a property may find, by any name or typed key. First registers the app's, if it has `AutoRegistering`.
    private var servicesByAnyName: Set<ObjectIdentifier> {
        registerDefaults()
        // Services that take an argument, and contributions, have types of their own as keys.
        let keys = registrationsWithParents.filter { !$0.isDecorator }.map(\.key)
        // A property `[Service]` finds contributions.
        let lists = keys.filter(\.isOfContributions).map { _openExistential($0.serviceType, do: list) }
        return Set(keys.map { ObjectIdentifier($0.service) } + lists)
    }

    private func problems(of missing: [PropertySearch.Property]) -> [DependencyProblem] {
        var found: [ObjectIdentifier: (name: String, evidence: [String])] = [:]
        return missing.sorted { $0.fullName < $1.fullName }.map { property in
            let service = property.service
            // Hints take long, and no more than 50 problems of a kind are printed.
            let known =
                found[ObjectIdentifier(service)]
                ?? (found.count < 50 ? nameAndHints(of: service) : (ServiceKey(service, named: nil).description, []))
            found[ObjectIdentifier(service)] = known
            return DependencyProblem(property, known)
        }
    }
}

extension DependencyProblem {
    fileprivate init(_ property: PropertySearch.Property, _ missing: (name: String, evidence: [String])) {
        self.init(.missingForProperty(type: property.type, property: property.name))
        service = missing.name
        let name = DependencyGraph.shortName(of: service)
        end = ["\(DependencyGraph.shortName(of: property.type)).\(property.name)", name]
        headline = "Nothing is registered for \(service), by any name."
        let mistake =
            if property.service is any ExpressibleByNilLiteral.Type {
                "Write the property's type without the `?` or `!`, as it is registered.\n"
            } else {
                property.isRequired ? "" : "Register it as `\(name)`: `\(name)?` is a different service.\n"
            }
        evidence = ["needed by: \(property.fullName)", "path: " + path.joined(separator: " → ")] + missing.evidence
        let ofKey = "If the property has a typed key with a default, pass the key: `keys: [\\.key]`.\n"
        cures = """
            \(mistake)\(property.isRequired ? ofKey : "")Register the service in the container, in its parent or in a module \
            that it installs.
            If the service may be missing, make the property an @OptionalDependency.
            If the property has a container of its own, or if the service is registered later, pass the service as \
            `except:`.
            """
    }

    fileprivate static func unreadable() -> DependencyProblem {
        var problem = DependencyProblem(.unreadableProperties)
        problem.headline = "The types of this program cannot be read, so its properties are unknown."
        problem.cures = """
            Validate properties on an Apple system or on Linux, where a binary lists its types.
            Compile the program without -disable-reflection-metadata.
            """
        return problem
    }

    fileprivate static func unreadable(_ module: String, but modules: [String]) -> DependencyProblem {
        var problem = DependencyProblem(.unreadableProperties)
        problem.headline = "No type of the module \(module) has a property that resolves a service."
        problem.evidence = ["modules with such properties: \(modules.joined(separator: ", "))"]
        problem.cures = """
            Correct the name: pass the name that you import, and not the name of a package or a product.
            Link the module into the test, and compile it with reflection metadata.
            Leave it out if its types get services only by initializers, which `validate(runningCreators: true)` checks.
            """
        return problem
    }
}

private func list<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier([Service].self) }

private func optional<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier(Service?.self) }
