/// What comes of trying for a hit.
enum HitOutcome {
    /// The instance that answers at once has been lent.
    case hit
    /// There is no registration, here or at a parent.
    case missing
    /// There are registrations, and a look-up has to ask them.
    case miss
}

// The hit stands in front of every look-up. It knows no types of services and counts no references, which would be most of
// what it costs (`Benchmarks`, rows 'resolve').
extension StackTable {
    /// Lends the instance that answers at once, here or at a parent, to `borrow`.
    @inline(never)
    func tryHit(_ key: ServiceKey, allowsWeak: Bool = true, _ borrow: (LentInstance) -> Void) -> HitOutcome {
        let outcome = withShard(of: key) { shard in
            let isObserved = shard.isObserved
            guard let stack = shard.stacks.find(key) else { return HitOutcome.missing }
            return stack.with { $0.lendHit(isObserved: isObserved, allowsWeak: allowsWeak, to: borrow) }
        }
        // To unwrap the parent with `let` would count a reference (`Benchmarks`, row 'from a parent …').
        return outcome == .missing && parent != nil ? parent!.tryHit(key, allowsWeak: allowsWeak, borrow) : outcome
    }
}

extension Stack {
    @inline(__always)
    func lendHit(isObserved: Bool, allowsWeak: Bool, to borrow: (LentInstance) -> Void) -> HitOutcome {
        guard !isObserved, let hit else { return entries.isEmpty ? .missing : .miss }
        return (allowsWeak || !hit.isWeak) && hit.lend(to: borrow) ? .hit : .miss
    }
}

// Look-ups that one registration answers come here. `borrow` is called once with the answer, and for an instance that is kept
// under the lock of its stack: it copies the service, whose type only the caller knows. It is compiled into users' code,
// where that takes a retain and no call (`Benchmarks`, row 'resolve'), and there alone: a copy of each public look-up in the
// library would add 12 KB to every app (`Scripts/weigh`).
extension DependencyContainer {
    @usableFromInline
    func answerOrTrap(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ borrow: (LentInstance) -> Void) {
        if withTable({ $0.tryHit(key, borrow) }) == .hit { return }
        Resolver(Request(key, CodePlace(fileID, line), in: table)).answerOrTrap().lend(to: borrow)
    }

    @usableFromInline
    func answerOrThrow(
        _ key: ServiceKey,
        _ fileID: StaticString,
        _ line: UInt,
        _ borrow: (LentInstance) -> Void
    ) throws(DependencyError) {
        if withTable({ $0.tryHit(key, borrow) }) == .hit { return }
        try Resolver(Request(key, CodePlace(fileID, line), in: table)).answerOrThrow().lend(to: borrow)
    }

    /// Calls nothing when nothing is registered.
    @usableFromInline
    func answerIfRegistered(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ borrow: (LentInstance) -> Void) {
        switch withTable({ $0.tryHit(key, borrow) }) {
        case .hit: return
        case .missing where !key.mayHaveDefault: return
        default:
            var resolver = Resolver(Request(key, CodePlace(fileID, line), in: table))
            resolver.answerIfRegisteredOrTrap()?.lend(to: borrow)
        }
    }
}

extension ServiceKey {
    /// Whether there may be an answer where nothing is registered.
    var mayHaveDefault: Bool { AutomaticRegistrations.areDefined || typedKey?.recipe != nil }
}

extension StackTable {
    /// Whether something is registered for a key, here or at a parent, that is more than decorators of nothing.
    func canResolve(_ key: ServiceKey) -> Bool {
        if hasBase(key) { return true }
        if let parent { return parent.canResolve(key) }
        if key.typedKey?.recipe != nil { return true }
        guard AutomaticRegistrations.areDefined else { return false }
        let hasRegistered = try? AutomaticRegistrations.register(for: Frame(Request(key, CodePlace(), in: self)))
        return hasRegistered == true && hasBase(key)
    }
}
