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
        didSet { hit = instanceAtOnce(entries.count - 1).map { LentInstance($0) } }
    }
    /// The instance that answers at once, as long as nobody observes the table. Nil when it takes a decision.
    private(set) var hit: LentInstance?
    /// Changes when other entries answer.
    private(set) var version: UInt64 = 0
    /// The number of wrappers that look at this stack. While there are any it stays, also empty.
    var pins = 0
    /// Whether threads wait for an instance, and have to look again when the stack changes.
    private var isAwaited = false

    init(_ key: ServiceKey) { self.key = key }

    func index(of registration: AnyServiceRegistration) -> Int? {
        var index = entries.count - 1
        while index >= 0, entries[index].registration !== registration { index -= 1 }
        return index < 0 ? nil : index
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

    /// Whether something other than a decorator stands at a position or below it.
    func isRegistered(at position: StackPosition) -> Bool {
        guard var index = index(at: position) else { return false }
        while entries[index].registration.isDecorator {
            if index == 0 { return false }
            index -= 1
        }
        return true
    }

    /// The lowest entry that has a part in the answer: the uppermost one that is not a decorator.
    private var answeringIndex: Int {
        var index = entries.count - 1
        while index > 0, entries[index].registration.isDecorator { index -= 1 }
        return max(index, 0)
    }
}

// Changes. Nothing that is taken out is released here, as that could run users' code under the lock.
extension Stack {
    /// Puts an entry above all that are not of a higher rank.
    mutating func insert(_ entry: Entry) {
        let rank = entry.registration.rank.rawValue
        var index = entries.count
        while index > 0, entries[index - 1].registration.rank.rawValue > rank { index -= 1 }
        // A default that is the first to answer changes nothing for those that have asked before: they got nothing.
        let isFirst = entry.registration.rank != .byHand && !isRegistered(at: .top)
        if index >= answeringIndex, !isFirst { version += 1 }
        entries.insert(entry, at: index)
    }

    /// Takes an entry out, wherever it is in the stack, and before it what decorators made of its instance.
    mutating func remove(_ registration: AnyServiceRegistration) -> [LetGo] {
        guard let index = index(of: registration) else { return [] }
        if index >= answeringIndex { version += 1 }
        var removed = takeDecorations(above: index)
        removed.append(LetGo(entry: entries.remove(at: index), isRemoved: true))
        return removed
    }

    /// Takes out the entries that a new registration replaces, the newest first.
    mutating func remove(_ replaced: Replaced, by new: AnyServiceRegistration) -> [LetGo] {
        if replaced == .nothing { return [] }
        let old = entries.reversed().map(\.registration).filter { old in
            old.rank.rawValue <= new.rank.rawValue && (replaced == .everything || old.isFromSetter)
        }
        return old.flatMap { remove($0) }
    }

    /// Takes out what a registration keeps, and before it what decorators made of that.
    mutating func takeKept(of registration: AnyServiceRegistration) -> [LetGo] {
        guard let index = index(of: registration) else { return [] }
        return takeDecorations(above: index) + entries[index].takeKept()
    }

    /// The uppermost decoration first.
    private mutating func takeDecorations(above index: Int) -> [LetGo] {
        var decorations: [LetGo] = []
        var next = index + 1
        while next < entries.count, entries[next].registration.isDecorator {
            decorations = entries[next].takeKept() + decorations
            next += 1
        }
        return decorations
    }

    mutating func setObservers(_ observers: ObserverList?, at index: Int) { entries[index].observers = observers }

    /// Notes a child's decoration of an instance, if the stack still keeps that.
    mutating func note(_ decoration: Decoration, of instance: AnyKept) -> Bool {
        guard let index = entries.lastIndex(where: { $0.kept === instance }) else { return false }
        forget(decorator: decoration.registration)
        entries[index].decorations.append(decoration)
        return true
    }

    /// Takes back what `note(_:of:)` has noted.
    mutating func forget(decorator: AnyServiceRegistration) {
        for index in entries.indices { entries[index].decorations.removeAll { $0.registration === decorator } }
    }

    /// The kept instance of an entry, if that answers without a decision.
    private func instanceAtOnce(_ index: Int) -> AnyKept? {
        guard index >= 0, let kept = entries[index].kept, entries[index].observers == nil else { return nil }
        guard entries[index].registration.isDecorator else { return kept }
        // An instance below a decorator that may be over takes a decision.
        let source = instanceAtOnce(index - 1)
        return kept.isWeak || source !== kept.source || source?.expiry != .infinity ? nil : kept
    }
}

// Creations.
extension Stack {
    /// Begins a creation, and takes out the instance that it replaces.
    mutating func begin(_ creation: Creation, at index: Int) -> [LetGo] {
        entries[index].creation = creation
        return takeReplaced(at: index)
    }

    /// Takes out an instance that does not serve any more.
    mutating func takeReplaced(at index: Int) -> [LetGo] { entries[index].takeKept() }

    /// Ends a creation, and keeps its instance if the registration still stands and `mayKeep` agrees.
    mutating func end(_ creation: Creation, _ kept: AnyKept?, mayKeep: () -> Bool) -> Bool {
        guard let index = index(of: creation.registration), entries[index].creation === creation else { return false }
        entries[index].creation = nil
        guard let kept, mayKeep() else { return false }
        entries[index].kept = kept
        return true
    }

    /// Whether a creation is under way, and its registration the one that answers. The next change has to wake the waiting threads.
    mutating func awaits(_ creation: Creation, at position: StackPosition) -> Bool {
        guard let index = index(at: position), entries[index].creation === creation else { return false }
        isAwaited = true
        return true
    }

    /// Whether threads have to be woken because of a change. They ask again.
    mutating func takeAwaited() -> Bool {
        defer { isAwaited = false }
        return isAwaited
    }
}

/// The registrations that a new one replaces.
enum Replaced {
    case nothing
    case everything
    /// What `container[\.key] = …` has registered.
    case whatTheSetterMade
}
