// Look-ups that every registration of a key answers, and not the newest only.

extension StackTable {
    /// Resolves the contributions of this table and its parents.
    func answerAll(
        _ key: ServiceKey,
        _ place: CodePlace,
        of graph: Instances? = nil
    ) throws(DependencyError) -> [AnyKept] {
        let lookup = Lookup(key, place, in: self)
        if let graph { lookup.beginGraph(graph) }
        defer { lookup.endGraph() }
        // Creators that contribute or remove contributions run once: what is known is kept, by the origins of registrations.
        var known: [UInt64: AnyKept] = [:]
        while true {
            do throws(ResolutionFailure) {
                var answers: [AnyKept] = []
                for (registration, hit) in try contributions(lookup) {
                    var kept = hit ?? known[registration.origin]
                    if kept == nil { kept = try lookup.answer(of: registration) }
                    if hit == nil { known[registration.origin] = kept }
                    answers.append(kept!)
                }
                return answers
            } catch .removed {
                // Contributions have come or gone meanwhile. The look-up reads again, and creates what is new: that ends unless
                // creators contribute without end.
            } catch {
                throw lookup.error(of: error)
            }
        }
    }

    /// The contributions that answer, those of parents first, with the instances of those that answer at once.
    private func contributions(_ lookup: Lookup) throws(ResolutionFailure) -> [(AnyServiceRegistration, AnyKept?)] {
        let tables = withParents
        lookup.owner = tables[tables.count - 1]
        _ = try lookup.registerAutomatically()
        var contributions: [(AnyServiceRegistration, AnyKept?)] = []
        for table in tables.reversed() {
            table.withShard(of: lookup.key) { shard in
                // One that is making itself is left out, as when it was registered.
                for entry in shard.stacks[lookup.key]?.entries ?? [] where !lookup.isMadeBy(entry) {
                    contributions.append((entry, shard.isObserved ? nil : entry.keptAtOnce))
                }
            }
        }
        return contributions
    }
}

/// A service that contributions stand for if it is not registered.
protocol ListOfContributions {
    static var contributions: ServiceKey { get }
    static func list(of contributions: [AnyKept]) -> AnyKept
}

extension Array: ListOfContributions {
    static var contributions: ServiceKey { ServiceKey(Contributions<Element>.self, named: nil) }
    static func list(of contributions: [AnyKept]) -> AnyKept {
        Kept(contributions.map { $0.service(as: Element.self) })
    }
}

extension ServiceKey {
    /// The list that is looked up, if a table has contributions to it.
    func list(in table: StackTable) -> (any ListOfContributions.Type)? {
        guard name == nil, let list = service as? any ListOfContributions.Type else { return nil }
        return table.canResolve(list.contributions) ? list : nil
    }
}

extension Lookup {
    /// The contributions that stand for a list which a property has not found. Decorators do not decorate them.
    @inline(never)
    func contributionsOrTrap(of graph: Instances?) -> AnyKept? {
        guard rare?.above.isEmpty != false, let list = key.list(in: asker) else { return nil }
        do throws(DependencyError) {
            return list.list(of: try asker.answerAll(list.contributions, place, of: graph))
        } catch {
            error.trap()
        }
    }

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
