/// The registrations of one key, the newest last: a last-in-first-out stack.
///
/// It is only touched under the lock of its shard.
final class Stack {
    let key: ServiceKey
    /// The table that has it. Only for stacks with registrations, which the end of the table's container takes out.
    unowned let table: StackTable
    /// Known, as asking the key costs a third of a registration (`Benchmarks`, row 'register a mock and remove it').
    private let isOfContributions: Bool
    private(set) var entries: [AnyServiceRegistration] = []
    /// The instance that answers at once, as long as nobody observes the table. Nil when it takes a decision.
    private(set) var hit: LentInstance?
    /// A number that is never used twice, and changes when other registrations answer.
    private(set) var version: UInt64 = 0
    /// Where the registration was made that was removed last, and its number, for errors.
    private(set) var removed: (place: CodePlace, number: UInt64)?

    init(_ key: ServiceKey, in table: StackTable) {
        self.key = key
        isOfContributions = key.isOfContributions
        self.table = table
    }

    /// The uppermost registration that is no decorator.
    private var base: Int? { entries.lastIndex { !$0.isDecorator } }

    /// What a decorator decorates, if it stands here, or else what a decorator of a child's does.
    func base(below registration: AnyServiceRegistration) -> AnyServiceRegistration? {
        entries.prefix { $0 !== registration }.last { !$0.isDecorator }
    }

    /// The registrations that take part in an answer.
    var answering: ArraySlice<AnyServiceRegistration> {
        isOfContributions ? entries[...] : entries[(base ?? entries.count)...]
    }

    /// Whether something other than decorators stands here.
    var hasBase: Bool { base != nil }

    func index(of registration: AnyServiceRegistration) -> Int? { entries.lastIndex { $0 === registration } }

    /// Puts a registration above all that are not of a higher rank, in the place of others.
    func push(_ new: AnyServiceRegistration, replacing old: Replaced = .nothing, _ discarded: inout Discarded) {
        if old != .nothing { removeReplaced(old, by: new, &discarded) }
        var index = entries.count
        while index > 0, entries[index - 1].rank.rawValue > new.rank.rawValue { index -= 1 }
        // What it stands on answers no more, unless it stands below the base.
        updateVersion(at: index - 1)
        change { $0.insert(new, at: index) }
        new.stack = self
        new.number = Numbers.next()
        updateHit()
    }

    /// Takes a registration out, wherever it is in the stack, and before it the decorations of its instance.
    func remove(_ registration: AnyServiceRegistration, _ discarded: inout Discarded) {
        guard let index = index(of: registration) else { return }
        updateVersion(at: index)
        if registration.rank == .byHand, !registration.isDecorator {
            removed = (registration.place, registration.number)
        }
        releaseMadeFrom(index, &discarded)
        change { $0.remove(at: index) }
        registration.becomeInert(&discarded)
        updateHit()
    }

    /// Changes the entries. They are taken out meanwhile: Swift checks each access to what is changed in place, a sixth of what a
    /// mock costs (`Benchmarks`, row 'register a mock and remove it').
    private func change(_ body: (inout [AnyServiceRegistration]) -> Void) {
        var changed = entries
        entries = []
        body(&changed)
        entries = changed
    }

    /// Changes the version if other registrations answer from now on: what stands below the base does not.
    private func updateVersion(at index: Int) {
        if isOfContributions || index >= base ?? -1 { version = Numbers.next() }
    }

    /// Takes out the registrations that a new one replaces, the newest first.
    private func removeReplaced(_ replaced: Replaced, by new: AnyServiceRegistration, _ discarded: inout Discarded) {
        for old in entries.reversed() where replaced == .everything || old.isFromSetter {
            if old.rank.rawValue <= new.rank.rawValue { remove(old, &discarded) }
        }
    }

    /// Takes out what a registration keeps, unless nothing could make it anew, and gives up what is being made.
    func reset(_ registration: AnyServiceRegistration, _ discarded: inout Discarded) {
        guard registration.recipe != nil, let index = index(of: registration) else { return }
        releaseMadeFrom(index, &discarded)
        discarded.add(slot: registration.clearSlot(), of: registration)
        registration.lifetime.scope?.remove(registration)
        // The containers that were asked will find theirs no more, and let go of it in the end.
        for layer in layers(from: index) { layer.generation = Numbers.next() }
        updateHit()
    }

    /// Takes out what a registration does not keep itself, and the decorations of its instances.
    private func releaseMadeFrom(_ index: Int, _ discarded: inout Discarded) {
        let layers = layers(from: index)
        // A base may have come between a decorator and another base, below all that is registered by hand.
        let below = entries[...index]
        for base in below { base.arguments?.releaseInstances(of: layers, &discarded) }
        if below.contains(where: { $0.lifetime.kind == .perContainer }) || below.allSatisfy(\.isDecorator) {
            table.withState(\.instances)?.releaseInstances(of: layers, &discarded)
        }
        for decorator in layers.dropFirst().reversed() { discarded.add(slot: decorator.clearSlot(), of: decorator) }
    }

    /// Takes the instance of a registration that is over out of its slot, and before it the decorations of that.
    func dropStale(_ registration: AnyServiceRegistration, _ discarded: inout Discarded) {
        guard let index = index(of: registration) else { return }
        for layer in layers(from: index).reversed() { discarded.add(slot: layer.clearSlot(), of: layer) }
        updateHit()
    }

    /// A registration and the decorators that stand on it.
    func layers(from index: Int) -> ArraySlice<AnyServiceRegistration> {
        var end = index + 1
        while end < entries.count, entries[end].isDecorator { end += 1 }
        return entries[index..<end]
    }

    /// Finds out again which instance answers at once. Called after each change of the entries, and of what a slot keeps.
    func updateHit() { hit = instanceAtOnce(entries.count - 1) }

    /// The kept instance of a registration, if that answers without a decision.
    private func instanceAtOnce(_ index: Int) -> LentInstance? {
        guard index >= 0 else { return nil }
        let entry = entries[index]
        guard let box = entry.slot.box, entry.slot.mocks.isEmpty else { return nil }
        let instance = LentInstance(box, expiry: entry.slot.expiry)
        guard entry.isDecorator else { return instance }
        // An instance below a decorator that may be over takes a decision.
        guard !instance.isWeak, let source = instanceAtOnce(index - 1), !source.isConditional else { return nil }
        return entry.slot.source === entries[index - 1].slot.box ? instance : nil
    }
}

/// The registrations that a new one replaces.
@usableFromInline
enum Replaced {
    case nothing
    case everything
    /// The registration of `container[\.key] = …`.
    case fromSetter
}
