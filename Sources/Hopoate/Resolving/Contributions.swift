// Look-ups that every registration of a key answers, not only the newest.

extension StackTable {
    /// Resolves the contributions of this table and its parents.
    func answerAll(
        _ key: ServiceKey,
        _ place: CodePlace,
        of graph: Instances? = nil
    ) throws(DependencyError) -> [AnyBox] {
        let resolver = Resolver(key, place, in: self)
        if let graph { resolver.frame.begin(graph) }
        defer { resolver.frame.endGraph() }
        // Answers by the origins of registrations, so that creators which contribute or remove contributions run once.
        var known: [UInt64: AnyBox] = [:]
        var readings = 0
        while true {
            do throws(ResolutionFailure) {
                var answers: [AnyBox] = []
                for (registration, hit) in try contributions(resolver.frame) {
                    var box = hit ?? known[registration.origin]
                    if box == nil { box = try resolver.answer(of: registration) }
                    if hit == nil { known[registration.origin] = box }
                    answers.append(box!)
                }
                return answers
            } catch .removed {
                // Contributions were removed meanwhile. The next round creates what is new. That may not end if creators
                // or observers register and remove contributions each time.
                readings += 1
                if readings == Resolver.limitOfRepetitions { throw .cycle(resolver.frame.request.path) }
            } catch {
                throw resolver.error(of: error)
            }
        }
    }

    /// The contributions that answer, those of parents first, each with its cached instance if that needs no decision.
    private func contributions(_ frame: Frame) throws(ResolutionFailure) -> [(AnyServiceRegistration, AnyBox?)] {
        let tables = withParents
        frame.table = tables[tables.count - 1]
        _ = try AutomaticRegistrations.register(for: frame)
        var contributions: [(AnyServiceRegistration, AnyBox?)] = []
        for table in tables.reversed() {
            table.withShard(of: frame.request.key) { shard in
                // An eager one whose creator resolves these is left out, as when it was registered.
                for entry in shard.stacks[frame.request.key]?.entries ?? []
                where !frame.request.isWithin(eager: entry) {
                    contributions.append((entry, shard.isObserved ? nil : entry.unconditionalBox))
                }
            }
        }
        return contributions
    }
}

/// A type of service that stands for contributions if it is not registered.
protocol ListOfContributions {
    static var contributions: ServiceKey { get }
    static func list(of contributions: [AnyBox]) -> AnyBox
}

extension Array: ListOfContributions {
    static var contributions: ServiceKey { ServiceKey(Contributions<Element>.self, named: nil) }
    static func list(of contributions: [AnyBox]) -> AnyBox {
        Box(contributions.map { $0.service(as: Element.self) })
    }
}

extension ServiceKey {
    /// The list, if a table has contributions to it.
    func list(in table: StackTable) -> (any ListOfContributions.Type)? {
        guard name == nil, let list = service as? any ListOfContributions.Type else { return nil }
        return table.canResolve(list.contributions) ? list : nil
    }
}

extension Resolver {
    /// The contributions that stand for a list which is not registered, for a property. Decorators do not apply to them.
    @inline(never)
    func contributionsOrTrap(of graph: Instances?) -> AnyBox? {
        guard decorators.isEmpty, let list = frame.request.key.list(in: frame.request.table) else { return nil }
        do throws(DependencyError) {
            return list.list(of: try frame.request.table.answerAll(list.contributions, frame.request.place, of: graph))
        } catch {
            error.trap()
        }
    }

    /// Resolves one contribution, with the graph of this look-up.
    fileprivate func answer(of registration: AnyServiceRegistration) throws(ResolutionFailure) -> AnyBox {
        var resolver = Resolver(exactly: registration, frame.request.place, in: frame.request.table)
        if ProcessFlag.wrappersInCreators.isSet { resolver.frame.begin(frame.graph) }
        return try resolver.answer()
    }
}

extension AnyServiceRegistration {
    /// The cached instance, unless it may be over. Called under the lock of the shard.
    fileprivate final var unconditionalBox: AnyBox? {
        guard let box = slot.box, !box.isWeak, slot.expiry == .infinity, slot.mocks.isEmpty else { return nil }
        return box
    }
}
