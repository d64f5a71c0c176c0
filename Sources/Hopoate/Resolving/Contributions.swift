// Look-ups that every registration of a key answers, and not the newest only.

extension StackTable {
    /// Resolves the contributions of this table and its parents.
    func answerAll(_ key: ServiceKey, _ place: CodePlace) throws(DependencyError) -> [AnyKept] {
        let lookup = Lookup(key, place, in: self)
        defer { lookup.endGraph() }
        // Creators that contribute or remove contributions run once: what is known is kept, by the origins of registrations.
        var known: [UInt64: AnyKept] = [:]
        while true {
            do throws(ResolutionFailure) {
                let (registrations, hits) = try contributions(lookup)
                var answers: [AnyKept] = []
                for (registration, hit) in zip(registrations, hits) {
                    if let kept = hit ?? known[registration.origin] {
                        answers.append(kept)
                    } else {
                        let kept = try lookup.answer(of: registration)
                        known[registration.origin] = kept
                        answers.append(kept)
                    }
                }
                return answers
            } catch .removed {
                // Contributions have come or gone meanwhile. The look-up reads again.
            } catch {
                throw lookup.error(of: error)
            }
        }
    }

    /// The contributions that answer, those of parents first, with the instances of those that answer at once.
    private func contributions(_ lookup: Lookup) throws(ResolutionFailure) -> ([AnyServiceRegistration], [AnyKept?]) {
        let tables = withParents
        lookup.owner = tables[tables.count - 1]
        _ = try lookup.registerAutomatically()
        var (registrations, hits): ([AnyServiceRegistration], [AnyKept?]) = ([], [])
        for table in tables.reversed() {
            table.withShard(of: lookup.key) { shard in
                guard let stack = shard.stacks[lookup.key] else { return }
                // One that is making itself is left out, as when it was registered.
                let entries = stack.entries.filter { !lookup.isMadeBy($0) }
                registrations += entries
                for entry in entries { hits.append(!shard.isObserved ? entry.keptAtOnce : nil) }
            }
        }
        return (registrations, hits)
    }
}

extension Lookup {
    /// Resolves one contribution, as a part of this look-up.
    fileprivate func answer(of registration: AnyServiceRegistration) throws(ResolutionFailure) -> AnyKept {
        let lookup = Lookup(exactly: registration, place, in: asker)
        if ProcessFlag.wrappersInCreators.isSet { lookup.beginGraph(graph) }
        return try lookup.answer()
    }
}

extension AnyServiceRegistration {
    /// The instance that answers without a decision. To be called under the lock of the shard.
    fileprivate final var keptAtOnce: AnyKept? {
        guard let kept = slot.kept, !kept.isWeak, slot.expiry == .infinity, slot.mocks.isEmpty else { return nil }
        return kept
    }
}
