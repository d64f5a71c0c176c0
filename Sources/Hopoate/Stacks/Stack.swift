/// The registrations of one key, the newest last: a last-in-first-out stack.
///
/// Only used under the lock of its shard.
final class Stack {
    let key: ServiceKey
    /// The table that has it. Only read under the lock, while the stack has registrations: the end of the table's container removes
    /// them.
    unowned let table: StackTable
    /// Stored, as computing it from the key costs a third of a registration (`Benchmarks`, row 'register a mock and
    /// remove it').
    private let isOfContributions: Bool
    private(set) var entries: [AnyServiceRegistration] = []
    /// The cached instance of the fast path. Nil if a look-up has to take the slow path.
    private(set) var hit: BorrowedInstance?
    /// Changes when other registrations answer.
    private var lastChange: UInt64 = 0
    /// The explicit base that was removed last, for errors.
    private(set) var removed: (place: CodePlace, isMock: Bool, cause: RemovalCause?)?

    init(_ key: ServiceKey, in table: StackTable) {
        self.key = key
        isOfContributions = key.isOfContributions
        self.table = table
    }

    /// The number of the call that has removed it together with others, or 0.
    var causeOfRemoval: UInt64 { removed?.cause?.number ?? 0 }

    /// The index of the uppermost registration that is no decorator.
    private var base: Int?

    /// The version of the stacks that a look-up has read, and of this one: another number for other registrations. A stack without
    /// registrations does not change it, as an unused one is removed.
    func version(after version: UInt64) -> UInt64 {
        entries.isEmpty ? version : (version ^ lastChange) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The base that a decorator on this stack, or on a child's, decorates.
    func base(below registration: AnyServiceRegistration) -> AnyServiceRegistration? {
        entries.prefix { $0 !== registration }.last { !$0.isDecorator }
    }

    /// The registrations that take part in an answer.
    var answering: ArraySlice<AnyServiceRegistration> {
        isOfContributions ? entries[...] : entries[(base ?? entries.count)...]
    }

    /// Whether the stack has more than decorators.
    var hasBase: Bool { base != nil }

    func index(of registration: AnyServiceRegistration) -> Int? { entries.lastIndex { $0 === registration } }

    /// Removes the registrations that a new one replaces, and inserts it below those of a higher rank.
    func push(_ new: AnyServiceRegistration, replacingAll: Bool = false, _ discarded: inout Discarded) {
        if replacingAll || new.isFromSetter { removeReplaced(by: new, replacingAll, &discarded) }
        var index = entries.count
        while index > 0, entries[index - 1].rank.rawValue > new.rank.rawValue { index -= 1 }
        // The new entry shadows the one below, unless it stands below the base.
        updateVersion(at: index - 1)
        change { $0.insert(new, at: index) }
        if !new.isDecorator, index > base ?? -1 {
            base = index
        } else if let base, index <= base {
            self.base = base + 1
        }
        new.stack = self
        new.number = Numbers.next()
        updateHit()
    }

    /// Removes a registration, wherever it is in the stack. Releases the decorations of its instances first. Instances of other
    /// containers are not found any more, and are released with these.
    func remove(
        _ registration: AnyServiceRegistration,
        by cause: RemovalCause? = nil,
        _ discarded: inout Discarded
    ) {
        guard let index = index(of: registration) else { return }
        updateVersion(at: index)
        if registration.rank == .explicit, !registration.isDecorator {
            removed = (registration.place, registration.mock != nil, cause)
        }
        for slot in slots(from: index) { slot.leave(with: table, &discarded) }
        change { $0.remove(at: index) }
        if index == base {
            base = entries[..<index].lastIndex { !$0.isDecorator }
        } else if let base, index < base {
            self.base = base - 1
        }
        registration.becomeInert(&discarded)
        updateHit()
    }

    /// Changes the entries outside of the property. In place, Swift's exclusivity checks would be a sixth of the cost
    /// of a mock (`Benchmarks`, row 'register a mock and remove it').
    private func change(_ body: (inout [AnyServiceRegistration]) -> Void) {
        var changed = entries
        entries = []
        body(&changed)
        entries = changed
    }

    /// Changes the version if other registrations answer from now on. Those below the base do not answer.
    private func updateVersion(at index: Int) {
        if isOfContributions || index >= base ?? -1 { lastChange = Numbers.next() }
    }

    /// Removes the registrations that a new one replaces, the newest first.
    private func removeReplaced(by new: AnyServiceRegistration, _ areAll: Bool, _ discarded: inout Discarded) {
        for old in entries.reversed() where areAll || old.isFromSetter {
            if old.rank.rawValue <= new.rank.rawValue { remove(old, &discarded) }
        }
    }

    /// Releases the instances of a registration, unless nothing could create them anew. A creation in progress is abandoned. Ends no
    /// graph.
    func reset(_ registration: AnyServiceRegistration, _ discarded: inout Discarded) {
        guard registration.recipe != nil, !registration.isOfLibrary, let index = index(of: registration) else { return }
        for slot in slots(from: index) where slot.key?.graph == nil { slot.leave(with: table, &discarded) }
        updateHit()
    }

    /// The slots of a registration and of the decorators directly above it, the newest first. So a decoration precedes the instance that
    /// it decorates.
    private func slots(from index: Int) -> [Slot] {
        var slots: [Slot] = []
        var position = index
        repeat {
            let entry = entries[position]
            if let slot = entry.slot { slots.append(slot) }
            if let keyed = entry.keyedSlots { slots += keyed.all }
            position += 1
        } while position < entries.count && entries[position].isDecorator
        return slots.byAge.reversed()
    }

    /// The slots of a registration and its decorators that this container owns.
    func ownedSlots(of registration: AnyServiceRegistration) -> [Slot] {
        index(of: registration).map { slots(from: $0).filter { $0.isOwned(by: table) } } ?? []
    }

    /// A slot, and those of its decorations, the uppermost last. Those of one that has left decorate a newer one.
    @inline(never)
    func layers(of slot: Slot) -> [Slot] {
        var layers = [slot]
        guard !slot.hasLeft, var position = index(of: slot.registration) else { return layers }
        position += 1
        while position < entries.count, entries[position].isDecorator {
            if let layer = entries[position].slot(like: slot) { layers.append(layer) }
            position += 1
        }
        return layers
    }

    /// Finds the instance of the fast path. Called after each change of the entries or of a slot.
    func updateHit() {
        var index = entries.count - 1
        hit = instance(at: index)
        guard let top = hit, entries[index].isDecorator else { return }
        // A decorated instance that may be over needs the slow path.
        var canAnswer = !top.isWeak
        while canAnswer, entries[index].isDecorator {
            let source = instance(at: index - 1)
            canAnswer = source?.isWeak == false && entries[index].slot?.source === entries[index - 1].kept
            index -= 1
        }
        if !canAnswer { hit = nil }
    }

    /// The cached instance of a registration. None of those that were created from mocks, which may end.
    private func instance(at index: Int) -> BorrowedInstance? {
        guard index >= 0 else { return nil }
        let entry = entries[index]
        if let slot = entry.slot { return slot.mocks.isEmpty ? slot.box.map { BorrowedInstance($0) } : nil }
        return entry.mock == nil ? entry.registeredInstance.map { BorrowedInstance($0) } : nil
    }
}
