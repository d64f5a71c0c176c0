import Hopoate

/// Finds the properties of a program's types that look services up.
struct PropertySearch {
    /// A stored property whose type is one of the wrappers.
    struct Property {
        let type: String
        let module: String
        let name: String
        let service: Any.Type
        let isRequired: Bool
        var mayTakeArgument = false

        var fullName: String { "\(type).\(name)" }
    }

    var properties: [Property] = []
    /// The properties whose services are unknown, each with the reason.
    var skippedProperties: [(module: String, fullName: String, reason: String)] = []

    /// Searches all types. It reads the compiler's records of them, and runs none of their code.
    init(_ images: [TypeRecords]) {
        for wrapper in images.lazy.flatMap(\.types).flatMap(\.wrappers) {
            let (type, module, name) = (wrapper.typeName, wrapper.module, wrapper.name)
            // A `lazy` property's storage is an optional.
            var found = wrapper.wrapper
            while let optional = found as? any OptionalType.Type { found = optional.wrapped }
            guard let known = found as? any ServiceWrapper.Type else {
                let reason =
                    wrapper.mayDependOnParameter
                    ? "its service may depend on a generic parameter" : "its wrapper is inside another type"
                skippedProperties.append((module, "\(type).\(name)", reason))
                continue
            }
            let (service, isRequired) = known.lookedUp
            var property = Property(type: type, module: module, name: name, service: service, isRequired: isRequired)
            property.mayTakeArgument = known.mayTakeArgument
            properties.append(property)
        }
    }

    /// The modules that have such properties.
    var modules: Set<String> { Set(properties.map(\.module) + skippedProperties.map(\.module)) }

    mutating func restrict(to modules: [String]) {
        properties.removeAll { !modules.contains($0.module) }
        skippedProperties.removeAll { !modules.contains($0.module) }
    }

    /// Has a property that each search finds. If it is not found, types cannot be read here.
    private struct Sentinel {
        let property: OptionalDependency<Sentinel>
    }

    /// Removes the sentinel's property.
    ///
    /// - Returns: Whether it was found.
    mutating func removeSentinel() -> Bool {
        let count = properties.count
        properties.removeAll { $0.service == Sentinel.self }
        return properties.count < count
    }
}

private protocol OptionalType { static var wrapped: Any.Type { get } }

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
