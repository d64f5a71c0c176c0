// Containers.
extension ReferenceModel {
    mutating func makeContainer(parent: Int? = nil) -> Int {
        containers.append(Container(parent: parent))
        return containers.count - 1
    }

    /// Copies registrations and registered instances, but no cached ones. The parent is forked too.
    mutating func fork(_ original: Int) -> Int {
        var parent = containers[original].parent
        if let original = parent {
            parent = self.fork(original)
            containers[parent!].isHeld = false
        }
        let fork = makeContainer(parent: parent)
        var twins: [Int: Int] = [:]
        for entry in entries.filter({ $0.container == original }).sorted(by: { $0.identifier < $1.identifier }) {
            var twin = entry
            (twin.identifier, twin.container, twin.resets) = (nextIdentifier(), fork, 0)
            twin.original = entry.origin
            if entry.making == .instance, let part = instances[entry.ownSite]?.kept {
                // The original cleans it up.
                twin.cleansUp = false
                keep(part, at: twin.ownSite, .registration, of: twin)
            }
            twins[entry.identifier] = twin.identifier
            entries.append(twin)
        }
        containers[fork].installations = containers[original].installations.map { original in
            let entries = original.entries.compactMap { twins[$0] }
            return Installation(tag: original.tag, identifier: nextIdentifier(), isInstalled: true, entries: entries)
        }
        containers[fork].hasRegisteredAutomatically = containers[original].hasRegisteredAutomatically
        return fork
    }

    /// Releases a container, which lives while it has children, or objects with properties in it.
    mutating func release(_ container: Int) {
        (containers[container].isHeld, containers[container].observing) = (false, nil)
        emptyReleased()
    }

    /// Closes a container. A clean-up may register what is removed at once, and then no more.
    mutating func end(_ container: Int) {
        reset(container)
        containers[container].isClosed = true
        reset(container)
        containers[container].hasEnded = true
    }

    /// Children come first, as they hold their parents.
    mutating func emptyReleased() {
        for container in containers.indices.reversed() where !isThere(container) { reset(container) }
    }

    private func isThere(_ container: Int) -> Bool {
        containers[container].isHeld || properties.contains { $0?.container == container }
            || containers.indices.contains { containers[$0].parent == container && isThere($0) }
    }

    /// Whether a container or one of its parents is one of these.
    func isOrHasParent(_ container: Int, in homes: [Int]) -> Bool {
        homes.contains(container) || containers[container].parent.map { isOrHasParent($0, in: homes) } == true
    }
}
