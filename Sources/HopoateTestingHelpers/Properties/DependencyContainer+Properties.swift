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
    /// properties with the types `Dependency`, `Provider`, `Lazy` and those of HopoateSwiftUI, whose services have to be registered
    /// in this container or a parent. The services of an `OptionalDependency` or a `WeakDependency` may be missing.
    ///
    /// The check sees the type of a property's service, but not its name, key or container. So a service that is registered under
    /// any name or key counts as registered. ``ValidatedProperties/skippedProperties`` lists the properties whose services are
    /// unknown. <doc:Proving-the-wiring> says what the check does not see.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose types to read. By default all modules, including test modules.
    ///   - keys: The app's typed keys. Each has to be registered or have a default, and then counts as found for properties.
    ///   - exceptions: Services that may be missing.
    ///   - fileID: The file of the call, for reports.
    ///   - line: The line of the call, for reports.
    /// - Returns: The properties that the check found.
    /// - Throws: A `DependencyValidationError` with a problem for each service or key that is not registered, and for each of
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
        let search = PropertySearch(TypeRecords.ofLoadedImages, in: modules)
        let fork = fork()
        fork.registerDefaults()
        return try fork.validate(search, keys: DependencyKeys.keys(at: keys), except: exceptions)
    }

    func validate(
        _ search: PropertySearch,
        keys: [ServiceKey] = [],
        except exceptions: [Any.Type] = []
    ) throws(DependencyValidationError) -> ValidatedProperties {
        var problems: [DependencyProblem] = []
        let registered = Set(registrationsWithParents.map(\.key))
        for key in keys where !registered.contains(key) && !key.hasDefault {
            problems.append(DependencyProblem(missing: key))
        }
        add(search, except: exceptions + keys.map(\.service), to: &problems)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
        return ValidatedProperties(
            properties: search.properties.map(\.fullName).sorted(),
            skippedProperties: search.skippedProperties.map(\.fullName).sorted()
        )
    }

    /// Adds the problems of properties. A service that is missing for others, too, is one problem.
    func add(_ search: PropertySearch, except exceptions: [Any.Type], to problems: inout [DependencyProblem]) {
        let missing = Dictionary(grouping: search.missing(in: self, except: exceptions)) {
            ObjectIdentifier($0.service)
        }
        for properties in missing.values.sorted(by: { $0[0].fullName < $1[0].fullName }) {
            let key = ServiceKey(properties[0].service, named: nil)
            if let index = problems.firstIndex(where: { $0.kind == .missing && $0.service == key.label }) {
                problems[index].properties += properties.map(\.fullName)
                continue
            }
            var problem = DependencyProblem(missing: key)
            problem.properties = properties.map(\.fullName)
            // Hints take long, and no more than 50 problems of a kind are printed.
            if problems.count < 50 { problem.hints = hints(about: key) }
            problem.explain(properties[0])
            problems.append(problem)
        }
        problems += search.problems
    }
}

extension DependencyProblem {
    fileprivate mutating func explain(_ property: PropertySearch.Property) {
        headline = "Nothing is registered for \(service), by any name."
        let name = DependencyGraph.shortName(of: service)
        let mistake =
            if property.service is any ExpressibleByNilLiteral.Type {
                "Write the property's type without the `?` or `!`, as it is registered.\n"
            } else {
                property.isRequired ? "" : "Register it as `\(name)`: `\(name)?` is a different service.\n"
            }
        let ofKey = "If the property has a typed key with a default, pass the key: `keys: [\\.key]`.\n"
        cures = """
            \(mistake)\(property.isRequired ? ofKey : "")Register the service in the container, in its parent or in a module \
            that it installs.
            If the service may be missing, make the property an @OptionalDependency.
            If the property has a container of its own, or if the service is registered later, pass the service as \
            `except:`.
            """
    }
}
