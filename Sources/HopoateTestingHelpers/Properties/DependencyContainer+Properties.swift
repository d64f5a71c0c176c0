public import Hopoate
import HopoateDiagnostics

extension DependencyContainer {
    /// Proves that the service of each stored `@Dependency` property in the program is registered, without running the program.
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
    /// The validation reads the types of all loaded modules, private and nested ones too. It finds the stored properties of
    /// classes, actors and structs, generic ones too, whose type is `Dependency`, `Provider`, `OptionalDependency` or
    /// `WeakDependency`, even if they are optional or `lazy`. The service of each `Dependency` and `Provider` has to be registered
    /// in this container or a parent. The other services may be missing.
    ///
    /// It runs on the calling thread, creates no instance and resolves no service. It runs code of the app only if the app has
    /// `AutoRegistering`: like `validate()`, it first lets the app register its services. Call `validate()` too, which finds what
    /// creators need.
    ///
    /// It knows the service of a property by its type, but not the name, the key or the container. Therefore:
    ///
    /// - A service that is registered by any name, or for any typed key, counts as registered.
    /// - A typed key's default counts if `keys` name the key, or if this container has looked it up before.
    /// - The service of a property with a `container:` of its own has to be in this container all the same.
    ///
    /// The validation does not see:
    ///
    /// - wrappers in local variables, static properties, and the cases of enums;
    /// - calls of `resolve`, and the parameters of initializers;
    /// - in an optimized build, structs whose type is never needed at run time, like one that only functions of its own module
    ///   use. With `-enable-testing` it only misses private ones, and in a debug build, as of `swift test`, it sees all;
    /// - modules that are not loaded, or that were compiled with `-disable-reflection-metadata`;
    /// - on Apple systems, the system's own libraries.
    ///
    /// It lists properties whose service it does not know in ``ValidatedProperties/skippedProperties``.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose types to read: all by default, the test's own too.
    ///   - keys: The typed keys of properties for which the key's default is enough: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - fileID: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The properties that it has found.
    /// - Throws: A `DependencyValidationError`. It has a problem of the kind `missingForProperty` for each property whose service is
    ///   not registered, and one of the kind `unreadableProperties` for each of the `modules` without such properties. If types
    ///   cannot be read on this system, that is its only problem.
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
        guard search.removeSentinel() else { throw DependencyValidationError(problems: [.unreadable()]) }
        let unknown = Set(modules).subtracting(search.modules).sorted()
        var problems = unknown.map { DependencyProblem.unreadable($0, but: search.modules.sorted()) }
        if !modules.isEmpty { search.restrict(to: modules) }
        let found = servicesByAnyName.union(exceptions.map { ObjectIdentifier($0) })
        let missing = search.properties.filter { property in
            if found.contains(ObjectIdentifier(property.service)) { return false }
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

    /// The services that a property may find, by any name or typed key. First registers the app's, if it has `AutoRegistering`.
    private var servicesByAnyName: Set<ObjectIdentifier> {
        registerDefaults()
        // Services that take an argument, and contributions, have types of their own as keys.
        let keys = registrationsWithParents.filter { !$0.isDecorator }.map(\.key)
        // A property `[Service]` finds contributions.
        let lists = keys.filter { $0.isOfContributions && $0.name == nil }.map {
            _openExistential($0.serviceType, do: list)
        }
        return Set(keys.map { ObjectIdentifier($0.service) } + lists)
    }

    private func problems(of missing: [PropertySearch.Property]) -> [DependencyProblem] {
        let services = Dictionary(missing.map { (ObjectIdentifier($0.service), $0.service) }) { first, _ in first }
        let found = services.mapValues(nameAndHints)
        let sorted = missing.sorted { $0.fullName < $1.fullName }
        return sorted.map { DependencyProblem($0, found[ObjectIdentifier($0.service)]!) }
    }
}

extension DependencyProblem {
    fileprivate init(_ property: PropertySearch.Property, _ missing: (name: String, evidence: [String])) {
        self.init(.missingForProperty(type: property.type, property: property.name))
        service = missing.name
        let name = DependencyGraph.shortName(of: service)
        path = ["\(DependencyGraph.shortName(of: property.type)).\(property.name)", name]
        headline = "Nothing is registered for \(service), by any name."
        let mistake =
            if property.service is any ExpressibleByNilLiteral.Type {
                "Write the property's type without the question or exclamation mark, as it is registered.\n"
            } else {
                property.isRequired ? "" : "Register it as `\(name)`: as `\(name)?` it is another service.\n"
            }
        evidence = ["needed by: \(property.fullName)", "path: " + path.joined(separator: " → ")] + missing.evidence
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
            Leave it out if it takes its services by initializers alone: `validate(runningCreators: true)` tries those.
            """
        return problem
    }
}

private func list<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier([Service].self) }

private func optional<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier(Service?.self) }
