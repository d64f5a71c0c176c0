// Objects that look up services.
extension ReferenceModel {
    /// A property of an object, a `Lazy` or a `Provider`. It keeps its container.
    ///
    /// A provider returns what a look-up returns, and so does reading a property. If the registration keeps no
    /// instance, the property keeps the one it got until other entries answer. A `Lazy` keeps its first instance.
    struct Property {
        let container: Int
        let key: TestedKey
        let kind: PropertyKind
        /// The part that it keeps, and `way` at the time of its look-up.
        var kept: (way: [Int], part: Part)?
    }

    mutating func makeProperty(_ key: TestedKey, in container: Int, _ kind: PropertyKind = .required) -> Int {
        properties.append(Property(container: container, key: key, kind: kind))
        return properties.count - 1
    }

    mutating func dropProperty(_ property: Int) {
        properties[property] = nil
        emptyReleased()
    }

    mutating func read(_ index: Int) throws(Refusal) -> Part {
        guard let property = properties[index] else { throw .missing }
        if let part = validPart(of: property) { return part }
        properties[index]?.kept = nil
        // A `Lazy` looks up within a creator.
        running += property.kind == .lazy ? 1 : 0
        defer { (graph, running) = ([:], 0) }
        let answer = try answer(Lookup(Request(key: property.key), for: property.container))
        let isUnkept =
            [.users, .graph, .nobody].contains(answer.owner) && answer.way == way(property.key, property.container)
        if property.kind == .lazy || property.kind != .provider && isUnkept {
            properties[index]?.kept = (answer.way, answer.part)
        }
        return answer.part
    }

    private func validPart(of property: Property) -> Part? {
        guard let (way, part) = property.kept else { return nil }
        if property.kind == .lazy { return part }
        let isOver = way != self.way(property.key, property.container) || endedMocks.contains(where: part.isMade)
        return isOver ? nil : part
    }

    /// How often the answering entries have changed, in each container of the look-up that has some.
    func way(_ key: TestedKey, _ container: Int) -> [Int] {
        let changes = stack(key, container).isEmpty ? -1 : containers[container].changes[key] ?? 0
        guard !isRegistered(key, container), let parent = containers[container].parent else { return [changes] }
        return [changes] + way(key, parent)
    }
}
