/// Which entry of a stack is to answer.
enum StackPosition: Sendable {
    case top
    /// The one that a decorator stands on.
    case below(AnyServiceRegistration)
    case exactly(AnyServiceRegistration)
}

/// The registrations of one key, the newest last: a last-in-first-out stack.
///
/// It is a value inside of a `Protected<Shard>`, so nothing can touch it without the lock.
struct Stack {
    let key: ServiceKey
    private(set) var entries: [Entry] = [] {
        didSet { hit = instanceAtOnce(entries.count - 1) }
    }
    /// The instance that answers at once, as long as nobody observes the table. Nil when it takes a decision.
    private(set) var hit: LentInstance?
    /// The number of wrappers that look at this stack and, if it is the one for a value, of look-ups that have come to it. While
    /// there are any it stays, also empty.
    var pins: UInt32 = 0
    /// Changes when other entries answer.
    private(set) var version: UInt64 = 0
    /// The registrations of children that depend on this stack, by their numbers: of the copies that a child has, the lowest.
    var dependents: [UInt64: Dependent] = [:]
    /// Where the registration was made that was removed last, for errors.
    private(set) var placeOfRemoved: CodePlace?

    init(_ key: ServiceKey) { self.key = key }

    func index(of registration: AnyServiceRegistration) -> Int? {
        entries.indices.last { entries[$0].registration === registration }
    }

    func index(at position: StackPosition) -> Int? {
        switch position {
        case .top: return entries.isEmpty ? nil : entries.count - 1
        case .exactly(let registration): return index(of: registration)
        case .below(let decorator):
            guard let index = index(of: decorator), index > 0 else { return nil }
            return index - 1
        }
    }

    /// A registration, and how many newer ones stand above it.
    func info(of registration: AnyServiceRegistration) -> RegistrationInfo? {
        index(of: registration).map { RegistrationInfo(entries[$0], depth: entries.count - 1 - $0) }
    }

    /// Whether something other than a decorator stands at a position or below it.
    func isRegistered(at position: StackPosition) -> Bool {
        guard let index = index(at: position) else { return false }
        return (0...index).contains { !entries[$0].registration.isDecorator }
    }

    /// The entries that have a part in the answer, the lowest first.
    var answeringEntries: [Entry] { Array(entries[answeringIndex...]) }

    /// The lowest entry that has a part in the answer.
    var answeringIndex: Int { key.isOfContributions ? 0 : base ?? 0 }

    /// The uppermost entry that is no decorator.
    var base: Int? { entries.lastIndex { !$0.registration.isDecorator } }
}

// Changes. Nothing that is taken out is released here, as that could run users' code under the lock.
extension Stack {
    /// Puts an entry in the place of others.
    mutating func push(_ entry: consuming Entry, replacing replaced: Replaced) -> [LetGo] {
        let removed = remove(replaced, by: entry.registration)
        let copies = insert(entry)
        // To add nothing would take a fifth of the time (`Benchmarks`, row 'register a mock and remove it').
        return copies.isEmpty ? removed : removed + copies
    }

    /// Puts an entry above all that are not of a higher rank.
    ///
    /// - Returns: The copies that children had of the registration that has answered before.
    @discardableResult
    mutating func insert(_ entry: consuming Entry) -> [LetGo] {
        let rank = entry.registration.rank.rawValue
        var index = entries.count
        while index > 0, entries[index - 1].registration.rank.rawValue > rank { index -= 1 }
        let isChange =
            if let base {
                base < index || key.isOfContributions
            } else {
                // A default that is the first to answer changes nothing for those that have asked before: they got nothing.
                entry.registration.rank == .byHand || entry.registration.rank == .inherited
            }
        let copies = isChange ? changeAnswer() : []
        // To insert at the end would take longer (`Benchmarks`, row 'register a mock and remove it').
        if index == entries.count { entries.append(entry) } else { entries.insert(entry, at: index) }
        return copies
    }

    /// Notes that other entries are going to answer, and takes out the copies that children have of those that did.
    private mutating func changeAnswer() -> [LetGo] {
        version += 1
        return dependents.isEmpty ? [] : takeCopies()
    }

    /// Takes an entry out, wherever it is in the stack, and before it the decorations of its instance. Copies of a
    /// parent's registrations are taken out together.
    mutating func remove(_ registration: AnyServiceRegistration) -> [LetGo] {
        if registration.rank != .inherited { return removeEntry(of: registration) }
        return index(of: registration) == nil ? [] : removeAll { $0.rank == .inherited }
    }

    private mutating func removeEntry(of registration: AnyServiceRegistration) -> [LetGo] {
        guard let index = index(of: registration) else { return [] }
        let copies = base ?? 0 <= index || key.isOfContributions ? changeAnswer() : []
        let decorations = takeDecorations(of: index)
        if registration.rank == .byHand, !registration.isDecorator { placeOfRemoved = registration.place }
        let removed = [LetGo(entry: entries.remove(at: index), isRemoved: true)]
        return copies.isEmpty && decorations.isEmpty ? removed : copies + decorations + removed
    }

    /// Takes all entries out that a condition holds for, the newest first.
    mutating func removeAll(where isMeant: (AnyServiceRegistration) -> Bool = { _ in true }) -> [LetGo] {
        entries.reversed().map(\.registration).filter(isMeant).flatMap { removeEntry(of: $0) }
    }

    /// Takes out the instance of a registration, or of its copy here, unless nothing could make it anew. A creation that is under
    /// way is given up: its instance goes to its callers alone.
    mutating func reset(_ origin: UInt64) -> [LetGo] {
        guard let index = entries.firstIndex(where: { $0.registration.origin == origin }), !entries[index].isOfInstance
        else { return [] }
        entries[index].creation = nil
        return takeKept(at: index)
    }

    /// Takes out the entries that a new registration replaces, the newest first.
    mutating func remove(_ replaced: Replaced, by new: AnyServiceRegistration) -> [LetGo] {
        if replaced == .nothing { return [] }
        return removeAll { old in
            // A copy is the parent's.
            old.rank != .inherited && old.rank.rawValue <= new.rank.rawValue
                && (replaced == .everything || old.isFromSetter)
        }
    }

    /// Takes out the instance of a registration, if it is a certain one or was made from that.
    mutating func takeKept(of registration: AnyServiceRegistration, ifOf instance: AnyKept) -> [LetGo] {
        guard let index = index(of: registration), let kept = entries[index].kept,
            kept === instance || kept.source === instance
        else { return [] }
        return takeKept(at: index)
    }

    /// Takes out the instance of an entry, and before it the decorations of that.
    mutating func takeKept(at index: Int) -> [LetGo] {
        let decorations = takeDecorations(of: index)
        if entries[index].kept == nil { return decorations }
        defer { entries[index].kept = nil }
        return decorations + [LetGo(entry: entries[index])]
    }

    /// Takes out the decorations of an entry's instance, the uppermost first.
    private mutating func takeDecorations(of index: Int) -> [LetGo] {
        let inChildren = takeDecorations(inChildrenOf: index)
        guard index + 1 < entries.count, entries[index + 1].registration.isDecorator else { return inChildren }
        // A decoration that is under way is given up: it goes to its callers alone.
        entries[index + 1].creation = nil
        return takeKept(at: index + 1) + inChildren
    }

    mutating func count(by counter: ResolutionCounter, for token: AnyServiceRegistration) {
        if let index = index(of: token) { entries[index].counter = counter }
    }

    func keeps(_ instance: AnyKept) -> Bool { entries.contains { $0.kept === instance } }

    /// The kept instance of an entry, if that answers without a decision.
    private func instanceAtOnce(_ index: Int) -> LentInstance? {
        guard index >= 0, entries[index].kept != nil, entries[index].counter == nil else { return nil }
        // Children have instances of their own.
        if entries[index].registration.lifetime.kind == .perContainer { return nil }
        // To unwrap it with `let` would count a reference (`Benchmarks`, row 'register a mock and remove it').
        let instance = LentInstance(entries[index].kept!)
        guard entries[index].registration.isDecorator else { return instance }
        // An instance below a decorator that may be over takes a decision.
        guard !instance.isWeak, let source = instanceAtOnce(index - 1), !source.isConditional else { return nil }
        return entries[index].kept?.source === entries[index - 1].kept ? instance : nil
    }
}

// Creations.
extension Stack {
    mutating func begin(_ creation: Creation, at index: Int) { entries[index].creation = creation }

    /// Ends a creation, and keeps its instance if the registration still stands, and its scope has not been reset meanwhile.
    mutating func end(_ creation: Creation, _ kept: AnyKept?, in table: StackTable) -> Bool {
        guard let index = index(of: creation.registration), entries[index].creation === creation else { return false }
        entries[index].creation = nil
        // The decorated instance may have been let go of meanwhile.
        if let source = kept?.source, index > 0, entries[index - 1].kept !== source { return false }
        let scope = creation.registration.lifetime.scope
        guard let kept, scope?.admit(kept, of: creation, in: table) ?? true else { return false }
        entries[index].kept = kept
        return true
    }

    /// Whether a creation is under way that others wait for, and its registration the one that answers.
    func isUnderWay(_ creation: Creation, at position: StackPosition) -> Bool {
        creation.isCurrent && index(at: position).map { entries[$0].creation === creation } == true
    }
}

/// The registrations that a new one replaces.
@usableFromInline
enum Replaced {
    case nothing
    case everything
    /// The registration of `container[\.key] = …`.
    case whatTheSetterMade
}
