/// What a look-up has to do next, as its stack says under the lock. The details stand in the look-up.
enum Decision {
    /// Nothing is registered here.
    case nothing
    /// Take this instance, which somebody keeps.
    case use(AnyKept)
    /// Wait for an instance that somebody is making.
    case wait
    /// Find out what only user code can tell, and ask again: what a decorator decorates, or the time.
    case gather
    /// Find out whether the recipe can be run here, and ask again.
    case enter
    /// Make a new instance.
    case make
    /// Another registration answers than before: forget that one, and ask again.
    case forget
}

extension Stack {
    /// Decides which entry answers, and how. This is the only place where it is decided.
    mutating func decide(
        _ lookup: Lookup,
        _ thread: Resolution.OfThread,
        _ observers: ObserverList?,
        by maker: AsyncCreation?
    ) -> Decision {
        guard let index = index(at: lookup.position) else { return .nothing }
        guard lookup.found(entries[index]) else { return .forget }
        lookup.creation = entries[index].creation
        if lookup.creation != nil { return .wait }
        let kind = entries[index].registration.lifetime.kind
        if kind == .decorator || kind == .expiring, !areUpToDate(lookup.inputs, index) { return .gather }
        lookup.retention = lookup.inputs.decorated?.retention ?? kind.retention
        if lookup.observed == nil { lookup.observe(observers, entries[index].observers) }
        if let kept = keptInstance(index, lookup, thread) { return .use(kept) }
        guard let recipe = entries[index].recipe else { return .nothing }
        if recipe.actor != nil || recipe.kind == .asynchronous, !lookup.inputs.isOnActor {
            // Whatever comes of it, what has expired is let go of now.
            if recipe.kind == .asynchronous { lookup.replaced = takeReplaced(at: index, isObserved: observers != nil) }
            return .enter
        }
        if lookup.retention == .registration || lookup.retention == .weakly {
            let registration = entries[index].registration
            let creation = Creation(registration, by: maker ?? thread)
            lookup.creation = creation
            lookup.generation = registration.lifetime.scope?.generation ?? 0
            lookup.replaced = begin(creation, at: index, isObserved: observers != nil)
        } else if entries[index].kept != nil {
            // A decoration of what was kept, where what is decorated now is not.
            lookup.replaced = takeReplaced(at: index, isObserved: observers != nil)
        }
        return .make
    }

    /// Whether inputs are there, and what a decorator decorates has not been made anew meanwhile.
    private func areUpToDate(_ inputs: Lookup.Inputs, _ index: Int) -> Bool {
        guard let decorated = inputs.decorated, index > 0, let kept = entries[index - 1].kept,
            decorated.retention == .registration || decorated.retention == .weakly
        else { return inputs.areGathered }
        return kept === decorated.kept.identity
    }

    /// The instance of an entry that serves a look-up.
    private func keptInstance(_ index: Int, _ lookup: Lookup, _ thread: Resolution.OfThread) -> AnyKept? {
        switch lookup.retention {
        case .nobody: return nil
        case .graph: return thread.graph?.instance(of: entries[index].registration, source: lookup.inputs.source)
        case .registration, .weakly:
            guard let kept = entries[index].kept, kept.source === lookup.inputs.source, kept.expiry > lookup.inputs.now
            else { return nil }
            return kept.strong
        }
    }
}
