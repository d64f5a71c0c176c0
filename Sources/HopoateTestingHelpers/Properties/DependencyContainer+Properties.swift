public import Hopoate
import HopoateDiagnostics

extension DependencyContainer {
    /// Proves that each stored `@Dependency` property in the program has a service, without running the program.
    ///
    /// Call it in one test, after the app has registered its services:
    ///
    /// ```swift
    /// @Test func everyDependencyIsRegistered() throws {
    ///     AppDelegate().registerServices()
    ///     try DependencyContainer.shared.validateProperties(modules: ["MyApp"], except: [(any Beta).self])
    /// }
    /// ```
    ///
    /// The validation goes through the types of all loaded modules, private and nested ones too. It finds the stored
    /// properties of classes, actors and structs, generic ones too, whose type is `Dependency`, `Provider`,
    /// `OptionalDependency` or `WeakDependency`, also if they are optional or `lazy`. It looks for the service of each `Dependency` and `Provider` in this container
    /// and its parents; the others may be missing.
    ///
    /// It runs on the calling thread, makes no object and resolves no service. It only runs code of the app's if the app has
    /// `AutoRegistering`: like `validate()`, it first lets the app register its services. `validate()` finds what creators
    /// need, so call both.
    ///
    /// A property's type tells the service, but neither the name, nor the key, nor the container. Therefore:
    ///
    /// - A service that is registered by any name, or for any typed key, counts as registered.
    /// - A typed key's default counts if `keys` name the key, or if this container has been asked for it.
    /// - A property with a `container:` of its own is looked up in this container all the same.
    ///
    /// The validation does not see:
    ///
    /// - wrappers in local variables, static properties, and the cases of enums;
    /// - calls of `resolve`, and the parameters of initializers;
    /// - in an optimized build, structs whose type is never needed at run time, like one that is only used by its own
    ///   module's functions. With `-enable-testing` only private ones are left out, and a debug build, as of `swift test`,
    ///   has them all;
    /// - modules that are not loaded, or that were compiled with `-disable-reflection-metadata`;
    /// - on Apple systems, the system's own libraries.
    ///
    /// It lists properties whose service it cannot tell in ``ValidatedProperties/notLookedAt``.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose types to look at: all by default, the test's own too.
    ///   - keys: The typed keys of properties that do with the key's default: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - fileID: Where the validation is, for reports.
    ///   - line: Where the validation is, for reports.
    /// - Returns: The properties that it has found.
    /// - Throws: A `DependencyValidationError`. It has one problem of the kind `missingForProperty` for each property whose
    ///   service is not registered, and one of the kind `unreadableProperties` for each of the `modules` that has no such
    ///   property. If types cannot be read on this system, that is its only problem.
    @discardableResult
    public func validateProperties(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> ValidatedProperties {
        CopiesOfHopoate.check(CodePlace(fileID, line))
        let excepted = exceptions + DependencyKeys.servicesWithDefaults(keys)
        return try validate(PropertySearch(TypeRecords.ofLoadedImages), in: modules, except: excepted)
    }

    func validate(
        _ search: PropertySearch,
        in modules: [String] = [],
        except exceptions: [Any.Type] = []
    ) throws(DependencyValidationError) -> ValidatedProperties {
        var search = search
        guard search.takeLandmark() else { throw DependencyValidationError(problems: [.unreadable()]) }
        let unknown = Set(modules).subtracting(search.modules).sorted()
        var problems = unknown.map { DependencyProblem.unreadable($0, but: search.modules.sorted()) }
        if !modules.isEmpty { search.restrict(to: modules) }
        let found = servicesByAnyName.union(exceptions.map { ObjectIdentifier($0) })
        let missing = search.properties.filter { property in
            if found.contains(ObjectIdentifier(property.service)) { return false }
            // One that may be missing, and is registered as something else, is missing by mistake.
            return property.isRequired || found.contains(_openExistential(property.service, do: optional))
        }
        problems += self.problems(of: missing)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
        return ValidatedProperties(
            properties: search.properties.map(\.fullName).sorted(),
            notLookedAt: search.notLookedAt.map(\.fullName).sorted()
        )
    }

    /// The services that a property may find, by any name or typed key. If the app has `AutoRegistering`, it registers first.
    private var servicesByAnyName: Set<ObjectIdentifier> {
        registerDefaults()
        // The stacks of services that take an argument, and of contributions, have types of their own for the service.
        let keys = registrationsWithParents.filter { !$0.isDecorator }.map(\.key)
        // A property of a list finds contributions.
        let lists = keys.filter { $0.isOfContributions && $0.name == nil }.map {
            _openExistential($0.serviceType, do: list)
        }
        return Set(keys.map { ObjectIdentifier($0.service) } + lists)
    }

    private func problems(of missing: [PropertySearch.Property]) -> [DependencyProblem] {
        var found: [ObjectIdentifier: (name: String, evidence: [String])] = [:]
        return missing.sorted { $0.fullName < $1.fullName }.map { property in
            let service = ObjectIdentifier(property.service)
            let surroundings = found[service] ?? surroundings(of: property.service)
            found[service] = surroundings
            return DependencyProblem(property, surroundings.name, surroundings.evidence)
        }
    }
}

extension DependencyProblem {
    fileprivate init(_ property: PropertySearch.Property, _ service: String, _ surroundings: [String]) {
        self.init(.missingForProperty(type: property.type, property: property.name))
        self.service = service
        let name = DependencyGraph.shortName(of: service)
        path = ["\(DependencyGraph.shortName(of: property.type)).\(property.name)", name]
        headline = "Nothing is registered for \(service), by any name."
        let mistake =
            if property.service is any ExpressibleByNilLiteral.Type {
                "Write the property's type without the question or exclamation mark, as it is registered.\n"
            } else {
                property.isRequired ? "" : "Register it as `\(name)`: as `\(name)?` it is another service.\n"
            }
        evidence = ["needed by: \(property.fullName)", "path: " + path.joined(separator: " → ")] + surroundings
        cures = """
            \(mistake)Register the service, in the container, in a parent of it or in a module that it installs.
            Where doing without it is fine, make the property an @OptionalDependency.
            If the property has a typed key with a default, name the key: `keys: [\\.key]`.
            If the property has a container of its own, or if the service is registered later, pass the service as \
            `except:`.
            """
    }

    fileprivate static func unreadable() -> DependencyProblem {
        var problem = DependencyProblem(.unreadableProperties)
        problem.headline = "The types of this program cannot be read, so nobody knows its properties."
        problem.cures = """
            Validate properties on an Apple system or on Linux, where images have sections that list their types.
            Compile the program with reflection metadata: without -disable-reflection-metadata.
            """
        return problem
    }

    fileprivate static func unreadable(_ module: String, but modules: [String]) -> DependencyProblem {
        var problem = DependencyProblem(.unreadableProperties)
        problem.headline = "No type of a module \(module) has a property that looks a service up."
        problem.evidence = ["modules that have: \(modules.joined(separator: ", "))"]
        problem.cures = """
            Correct the name: it is the one that is imported, and not that of a package or a product.
            Link the module into the test, and compile it with reflection metadata.
            Leave it out if it takes its services by initializers alone: `validate(byCreating: true)` tries those.
            """
        return problem
    }
}

private func list<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier([Service].self) }

private func optional<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier(Service?.self) }
