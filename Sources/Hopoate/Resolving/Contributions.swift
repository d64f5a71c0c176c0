// Lists: a registered list, or else the contributions. Every contribution of a key answers, not only the newest.

extension Lookup {
    /// The contributions, for a look-up of a list that is not registered. Nil for other look-ups.
    @inline(never)
    func list() throws(ResolutionFailure) -> AnyBox? {
        guard attempt.decorators.isEmpty, let list = key.list else { return nil }
        // No property keeps it.
        attempt.ownership = .abandoned
        var answers: [AnyBox] = []
        for contribution in contributions(list.contributions) {
            if let box = contribution.box {
                answers.append(box)
            } else if let answer = try answer(of: contribution.registration) {
                answers.append(answer)
            }
        }
        return list.type.list(of: answers)
    }

    /// The contributions of the requesting container and its parents, those of parents first, each with its cached instance if that needs
    /// no decision.
    private func contributions(_ key: ServiceKey) -> [(registration: AnyServiceRegistration, box: AnyBox?)] {
        var contributions: [(registration: AnyServiceRegistration, box: AnyBox?)] = []
        for table in requestingTable.withParents.reversed() {
            table.withShard(of: key) { shard in
                // An eager one whose creator resolves these is left out, as when it was registered.
                for entry in shard.stacks[key]?.entries ?? [] where !isWithin(eager: entry) {
                    contributions.append((entry, shard.isObserved ? nil : entry.unconditionalBox))
                }
            }
        }
        return contributions
    }

    /// Nil if the contribution was removed meanwhile.
    private func answer(of registration: AnyServiceRegistration) throws(ResolutionFailure) -> AnyBox? {
        let lookup = Lookup(exactly: registration, place, in: requestingTable)
        lookup.ended = ended
        if ProcessFlag.wrappersInCreators.isSet { lookup.begin(graph) }
        do throws(ResolutionFailure) {
            return try lookup.answer()
        } catch .removed {
            return nil
        } catch {
            throw .failed(lookup.error(of: error))
        }
    }
}

/// A type of service that stands for contributions if it is not registered.
protocol ListOfContributions {
    static func contributions(named name: String?) -> ServiceKey
    static func list(of contributions: [AnyBox]) -> AnyBox
}

extension Array: ListOfContributions {
    static func contributions(named name: String?) -> ServiceKey { .init(Contributions<Element>.self, named: name) }

    static func list(of contributions: [AnyBox]) -> AnyBox { Box(contributions.map { $0.service(as: Element.self) }) }
}

extension ServiceKey {
    /// For the key of a list, the list's type, and the key of the contributions.
    var list: (type: any ListOfContributions.Type, contributions: ServiceKey)? {
        guard typedKey == nil, let type = service as? any ListOfContributions.Type else { return nil }
        return (type, type.contributions(named: givenName))
    }
}

extension AnyServiceRegistration {
    /// The cached instance, unless it is held weakly or was created from a mock. Called under the lock of the shard.
    fileprivate final var unconditionalBox: AnyBox? {
        guard mock == nil, slot?.mocks.isEmpty != false, let kept, !kept.isWeak else { return nil }
        return kept
    }
}
