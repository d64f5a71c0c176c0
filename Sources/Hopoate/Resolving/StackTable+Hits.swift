/// The result of a look-up that takes no decision.
enum Hit {
    /// An instance that answers at once, which has been taken.
    case taken
    /// No registration, here or at a parent.
    case nothing
    /// Registrations that have to be asked.
    case something
}

// The hit stands in front of every look-up. It knows no types of services and counts no references, which would be most of
// what it costs (`Benchmarks`, rows 'resolve').
extension StackTable {
    /// Lends the instance that answers at once, here or at a parent, to `take`.
    @inline(never)
    func takeHit(_ key: ServiceKey, _ take: (LentInstance) -> Void) -> Hit {
        let hit = withShard(of: key) { $0.takeHit($0.slot(of: key), take) }
        // To unwrap the parent with `let` would count a reference (`Benchmarks`, row 'from a parent …').
        return hit == .nothing && parent != nil ? parent!.takeHit(key, take) : hit
    }
}

extension DependencyContainer {
    @inline(__always)
    func takeHit(_ key: ServiceKey, _ take: (LentInstance) -> Void) -> Hit {
        withTable { $0.takeHit(key, take) }
    }
}

extension Shard {
    @inline(__always)
    fileprivate func takeHit(_ slot: Int?, _ take: (LentInstance) -> Void) -> Hit {
        guard let slot else { return .nothing }
        guard let hit = hit(slot) else { return stacks[slot].entries.isEmpty ? .nothing : .something }
        return hit.lend(to: take) ? .taken : .something
    }
}
