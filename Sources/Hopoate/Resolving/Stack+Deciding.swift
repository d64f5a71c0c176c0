/// The next step of a look-up, as its stack says under the lock. The details stand in its finding.
enum Decision {
    /// Nothing is registered here.
    case nothing(version: UInt64)
    /// Ask the stack for the value of the argument.
    case isForEachValue
    /// Leave it to the container that was asked, which copies the registration.
    case isForEachContainer
    /// Take this instance, which is kept.
    case use(AnyKept)
    /// Ask for the service below an eager registration whose creator asks: it found that one when it was registered.
    case askBelow(AnyServiceRegistration, version: UInt64)
    /// Wait for an instance that is being made.
    case wait(Creation)
    /// Gather an input that only user code can provide, and ask again: the instance that a decorator decorates, or the time.
    case gather(version: UInt64)
    /// Let go of an instance that is over, and ask again, as that may run users' code, which may ask too.
    case letGo([LetGo])
    /// Find out whether the recipe can be run here, and ask again.
    case checkActor((any Actor)?)
    /// Make an instance.
    case make
    /// Another registration answers than before: forget that one, and ask again.
    case forget
}

extension Stack {
    /// Decides which entry answers, and how. This is the only place where it is decided.
    // Entries are read where they lie, as a copy of one would count references (`Benchmarks`, row 'transient').
    mutating func decide(_ lookup: Lookup, _ finding: inout Finding, _ observers: ObserverList?) -> Decision {
        guard let index = index(at: lookup.position) else { return .nothing(version: version) }
        if finding.registration == nil {
            finding.registration = entries[index].registration
            finding.making = entries[index].recipe?.making
        }
        if finding.registration !== entries[index].registration { return .forget }
        let kind = entries[index].registration.lifetime.kind
        if kind == .perContainer, lookup.asker != nil { return .isForEachContainer }
        let isOfAnyValue = lookup.hasArgument && entries[answeringIndex].arguments != nil
        if isOfAnyValue, lookup.argument?.isComparable == true { return .isForEachValue }
        noteObservers(of: index, lookup, &finding, observers)
        // An instance that an asynchronous creator has made for the look-up serves it, even if it has expired since then. It
        // does not if the registration kept it and has let go of it, which may have cleaned it up.
        if kind != .decorator, let made = lookup.attempts?.made(for: entries[index].registration),
            !made.answer.retention.isOfRegistration || entries[index].kept === made.answer.kept.identity
        {
            finding.retention = made.answer.retention
            if made.isTold { finding.observed = nil }
            return .use(made.answer.kept)
        }
        if kind == .decorator || entries[index].creation != nil {
            if let eager = eagerAsker(index, lookup) { return .askBelow(eager, version: version) }
            if let creation = entries[index].creation, creation.isCurrent { return .wait(creation) }
        }
        if kind == .decorator || kind == .expiring, !isUpToDate(finding.inputs?.value, index) {
            return .gather(version: version)
        }
        // An argument that cannot be told from others is not found again, so an instance that is made from it is not kept.
        finding.retention = isOfAnyValue ? .nobody : finding.inputs?.value.decorated?.retention ?? kind.retention
        if let kept = keptInstance(index, lookup, finding) {
            entries[index].counter?.increment()
            return .use(kept)
        }
        guard let runsAnywhere = entries[index].recipe?.runsAnywhere else { return .nothing(version: version) }
        // The kept instance has expired, was held weakly and is gone, or decorates another instance. The decoration of an
        // instance that was given up is not kept, and so replaces nothing.
        if finding.retention != .caller, entries[index].kept != nil { return .letGo(takeKept(at: index)) }
        if !runsAnywhere, !finding.mayRunHere { return .checkActor(entries[index].recipe?.actor) }
        if finding.retention.isNone { return .make }
        let creation = finding.creation ?? Creation(entries[index].registration, by: Resolution.ofThread.state.number)
        finding.creation = creation
        if finding.retention != .graph { begin(creation, at: index) }
        return .make
    }

    /// Notes the observers of the entry's answer. The registration that it is a copy of, in a child or for a value, may have
    /// others.
    @inline(__always)
    private func noteObservers(of index: Int, _ lookup: Lookup, _ finding: inout Finding, _ ofTable: ObserverList?) {
        let isCopy = lookup.hasArgument || entries[index].registration.rank == .inherited
        let isObserved = ofTable != nil || isCopy && ProcessFlag.observers.isSet
        if !isObserved || finding.observed != nil { return }
        let depth = entries.count - 1 - index
        finding.observed = ObservedResolution(entries[index], depth: depth, lookup.place, ofTable)
    }

    /// The eager registration at an index, or below the decorators there, whose creator asks.
    @inline(never)
    private func eagerAsker(_ index: Int, _ lookup: Lookup) -> AnyServiceRegistration? {
        if lookup.hasArgument { return nil }
        if case .exactly = lookup.position { return nil }
        guard let base = entries[...index].lastIndex(where: { !$0.registration.isDecorator }),
            entries[base].registration.lifetime == .eager,
            entries[base].creation?.runner == Resolution.ofThread.state.number
        else { return nil }
        return entries[base].registration
    }

    /// Whether inputs are there, and the instance that a decorator decorates has not been made anew meanwhile.
    private func isUpToDate(_ inputs: Finding.Inputs?, _ index: Int) -> Bool {
        guard let decorated = inputs?.decorated, index > 0, decorated.retention.isOfRegistration
        else { return inputs != nil }
        return entries[index - 1].kept === decorated.kept.identity
    }

    /// The instance of an entry that serves a look-up.
    private func keptInstance(_ index: Int, _ lookup: Lookup, _ finding: borrowing Finding) -> AnyKept? {
        if finding.retention.isNone { return nil }
        // A decoration is good as long as it is made from this.
        let source = finding.below?.identity
        if finding.retention == .graph {
            let key = GraphKey(entries[index].registration, lookup)
            return Resolution.ofThread.graph?.instance(key, source: source)
        }
        guard let kept = entries[index].kept, kept.source === source,
            kept.expiry > finding.inputs?.value.now ?? -.infinity
        else { return nil }
        return kept.strong
    }
}
