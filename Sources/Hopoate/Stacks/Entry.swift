/// A registration on its stack, with the instance that it keeps.
struct Entry: Sendable {
    let registration: AnyServiceRegistration
    /// Nil for an instance that needs no cleaning up.
    let recipe: Recipe?
    var kept: AnyKept?
    /// The creation that is under way.
    var creation: Creation?
    /// Apart from the rest, as entries are copied often (`Benchmarks`, row 'register a mock and remove it').
    private var details: Boxed<Details>?

    /// State of few entries. It never changes: others take its place.
    private struct Details: Sendable {
        var arguments: ArgumentStacks?
        var counter: ResolutionCounter?
    }

    /// An entry that `isOfValue` stands on the stack for one value of its argument, and has no stacks for others.
    init(_ registration: AnyServiceRegistration, _ recipe: Recipe?, kept: AnyKept? = nil, isOfValue: Bool = false) {
        self.registration = registration
        self.recipe = recipe
        self.kept = kept
        if recipe?.making == nil || isOfValue || registration.lifetime.kind == .transient { return }
        if registration.key.takesArgument { details = Boxed(Details(arguments: ArgumentStacks())) }
    }

    /// The stacks for arguments, if the registration takes one and keeps its instances.
    var arguments: ArgumentStacks? { details?.value.arguments }

    /// Counts how often the registration has answered with the instance that it keeps, which is then no hit.
    var counter: ResolutionCounter? {
        get { details?.value.counter }
        set { details = Boxed(Details(arguments: arguments, counter: newValue)) }
    }

    /// Whether an instance was registered, and no creator.
    var isOfInstance: Bool { recipe?.making == nil }

    /// The same registration for another table: with the same instance, if that was registered, or else with none.
    func copy(for table: StackTable, rank: AnyServiceRegistration.Rank? = nil) -> Entry {
        let copy = registration.copy(for: table.number, rank: rank)
        // A registered instance is not the copy's to clean up.
        if isOfInstance { return Entry(copy, nil, kept: kept) }
        copy.cleanUp(as: registration, fromNowOn: rank != nil || table.owner != nil)
        let kept = registration.key.isOfAutomaticRegistrations ? kept : nil
        return Entry(copy, recipe, kept: kept, isOfValue: table.owner != nil)
    }
}

/// An entry that was taken out of a stack, or whose instance was, as it was before: to be released after unlocking.
struct LetGo: Sendable {
    let entry: Entry
    /// Whether it stands on no stack any more.
    var isRemoved = false
    /// A child out of whose stack others were taken.
    var child: StackTable?
}

extension [LetGo] {
    /// Lets go of instances and their decorations, and cleans up. Runs users' code, and so under no lock.
    consuming func release() {
        Waiting.wakeAll()
        var left = self
        left.reverse()
        // One by one, so that a decoration is gone before the instance that it decorates is cleaned up.
        while let letGo = left.popLast() {
            if letGo.isRemoved {
                for table in letGo.entry.arguments?.tables ?? [] {
                    table.changeStack(of: letGo.entry.registration.key) { $0.removeAll() }
                }
                letGo.entry.registration.lifetime.scope?.forget(letGo.entry.registration)
            }
            if ProcessFlag.cleanUps.isSet, let kept = letGo.entry.kept, !kept.isWeak {
                letGo.entry.registration.cleanUp(kept)
            }
        }
    }
}
