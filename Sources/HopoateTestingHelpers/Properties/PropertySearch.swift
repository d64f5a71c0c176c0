import Hopoate
import HopoateDiagnostics

/// Finds the properties of a program's types that look services up.
struct PropertySearch {
    /// A stored property whose type is one of the wrappers.
    struct Property {
        let type: String
        let module: String
        let name: String
        let service: Any.Type
        let isRequired: Bool
        let mayTakeArgument: Bool

        var fullName: String { "\(type).\(name)" }

        fileprivate init(_ wrapper: WrapperRecord, _ known: any ServiceWrapper.Type) {
            (type, module, name) = (wrapper.typeName, wrapper.module, wrapper.name)
            let dependency = known.dependency
            // A list is never missing: without contributions it is empty.
            service = (dependency.kind == .contributions ? dependency.alternative! : dependency.key).service
            (isRequired, mayTakeArgument) = (dependency.kind == .required, dependency.time == .atEachUse)
        }
    }

    private(set) var properties: [Property] = []
    /// The properties whose services are unknown, each with the reason.
    private(set) var skippedProperties: [(module: String, fullName: String, reason: String)] = []
    /// What could not be read.
    private(set) var problems: [DependencyProblem] = []
    /// The modules with such properties that were not searched.
    private(set) var otherModules: [String] = []

    /// Has a property that each search finds. If it is not found, types cannot be read here.
    private struct Sentinel {
        let property: OptionalDependency<Sentinel>
    }

    /// Searches all types, or those of some modules. It reads the compiler's records of them, and runs none of their code.
    init(_ images: [TypeRecords], in modules: [String] = []) {
        for wrapper in images.lazy.flatMap(\.types).flatMap(\.wrappers) {
            // A `lazy` property's storage is an optional.
            var found = wrapper.wrapper
            while let optional = found as? any OptionalType.Type { found = optional.wrapped }
            guard let known = found as? any ServiceWrapper.Type else {
                let reason =
                    wrapper.mayDependOnParameter
                    ? "its service may depend on a generic parameter" : "its wrapper is inside another type"
                skippedProperties.append((wrapper.module, "\(wrapper.typeName).\(wrapper.name)", reason))
                continue
            }
            properties.append(Property(wrapper, known))
        }
        let count = properties.count
        properties.removeAll { $0.service == Sentinel.self }
        if properties.count == count {
            (properties, skippedProperties, problems) = ([], [], [.unreadable])
            return
        }
        if modules.isEmpty { return }
        let all = Set(properties.map(\.module) + skippedProperties.map(\.module))
        problems = Set(modules).subtracting(all).sorted().map { .unreadable($0, but: all.sorted()) }
        otherModules = all.subtracting(modules).sorted()
        restrict { modules.contains($0.module) }
        skippedProperties.removeAll { !modules.contains($0.module) }
    }

    mutating func restrict(to isIncluded: (Property) -> Bool) { properties.removeAll { !isIncluded($0) } }

    /// The properties whose services a container does not have, by any name or typed key.
    func missing(in container: DependencyContainer, except exceptions: [Any.Type]) -> [Property] {
        let found = container.servicesByAnyName.union(exceptions.map { ObjectIdentifier($0) })
        let taking = container.registrationsWithParents.filter(\.key.takesArgument).map { ObjectIdentifier($0.service) }
        return properties.filter { property in
            let service = ObjectIdentifier(property.service)
            if found.contains(service) || property.mayTakeArgument && taking.contains(service) { return false }
            if property.isRequired { return true }
            // An optional property whose service is only registered as an optional is a mistake.
            return !property.mayTakeArgument && found.contains(_openExistential(property.service, do: optional))
        }.sorted { $0.fullName < $1.fullName }
    }
}

extension DependencyContainer {
    /// The services that a property may find, by any name or typed key.
    fileprivate var servicesByAnyName: Set<ObjectIdentifier> {
        let registrations = registrationsWithParents.filter { !$0.isDecorator }
        // A property `[Service]` finds contributions.
        let lists = registrations.filter(\.key.isOfContributions).map { _openExistential($0.service, do: list) }
        // Services that take an argument, and contributions, have types of their own as keys.
        return Set(registrations.map { ObjectIdentifier($0.key.service) } + lists)
    }
}

extension DependencyProblem {
    fileprivate static let unreadable = DependencyProblem(
        unreadable: "The types of this program cannot be read, so its properties are unknown.",
        cures: """
            Validate properties on an Apple system or on Linux, where a binary lists its types.
            Compile the program without -disable-reflection-metadata.
            """
    )

    fileprivate static func unreadable(_ module: String, but modules: [String]) -> DependencyProblem {
        DependencyProblem(
            unreadable: "No type of the module \(module) has a property that resolves a service.",
            ["modules with such properties: \(modules.joined(separator: ", "))"],
            cures: """
                Correct the name: pass the name that you import, and not the name of a package or a product.
                Link the module into the test, and compile it with reflection metadata.
                Leave it out if its types get services only by initializers, which `validate(runningCreators: true)` checks.
                """
        )
    }
}

private func list<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier([Service].self) }

private func optional<Service>(_ service: Service.Type) -> ObjectIdentifier { ObjectIdentifier(Service?.self) }
