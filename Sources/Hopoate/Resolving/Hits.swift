/// The outcome of the fast path.
enum HitOutcome {
    /// The cached instance was lent.
    case hit
    /// There is no registration, here or in a parent.
    case unregistered
    /// A look-up has to take the slow path.
    case miss
}

// The fast path of every look-up. It knows no types of services and counts no references, which would be most of its cost
// (`Benchmarks`, rows 'resolve').
extension StackTable {
    /// Lends the cached instance, here or in a parent, to `borrow`.
    @inline(never)
    func tryHit(_ key: ServiceKey, allowsWeak: Bool = true, _ borrow: (LentInstance) -> Void) -> HitOutcome {
        // Unwrapping the parents with `let` would count references (`Benchmarks`, row 'from a parent …').
        var table: Lent<StackTable>? = Lent(self)
        var outcome = HitOutcome.unregistered
        while outcome == .unregistered, let searched = table {
            (outcome, table) = searched.with { searched in
                (searched.lendHit(key, allowsWeak: allowsWeak, borrow), searched.ownParent.map { Lent($0) })
            }
        }
        return outcome
    }

    @inline(__always)
    private func lendHit(_ key: ServiceKey, allowsWeak: Bool, _ borrow: (LentInstance) -> Void) -> HitOutcome {
        withShard(of: key) { shard in
            let isObserved = shard.isObserved
            guard let stack = shard.stacks.find(key) else { return .unregistered }
            return stack.with { $0.lendHit(isObserved: isObserved, allowsWeak: allowsWeak, to: borrow) }
        }
    }
}

extension Stack {
    @inline(__always)
    func lendHit(isObserved: Bool, allowsWeak: Bool, to borrow: (LentInstance) -> Void) -> HitOutcome {
        guard !isObserved, let hit else { return entries.isEmpty ? .unregistered : .miss }
        return (allowsWeak || !hit.isWeak) && hit.lend(to: borrow) ? .hit : .miss
    }
}

// The public look-ups call these. They call `borrow` once with the answer, for a cached instance under the lock of its stack.
// `borrow` copies the service, whose type only the caller knows. It is compiled into user code alone: there it takes a retain and
// no call (`Benchmarks`, row 'resolve'), and a second copy in the library would add 12 KB to every app (`Scripts/weigh`).
extension DependencyContainer {
    @usableFromInline
    func answerOrTrap(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ borrow: (LentInstance) -> Void) {
        if withTable({ $0.tryHit(key, borrow) }) == .hit { return }
        Resolver(Request(key, CodePlace(fileID, line), in: table(fileID, line))).answerOrTrap().lend(to: borrow)
    }

    @usableFromInline
    func answerOrThrow(
        _ key: ServiceKey,
        _ fileID: StaticString,
        _ line: UInt,
        _ borrow: (LentInstance) -> Void
    ) throws(DependencyError) {
        if withTable({ $0.tryHit(key, borrow) }) == .hit { return }
        try Resolver(Request(key, CodePlace(fileID, line), in: table(fileID, line))).answerOrThrow().lend(to: borrow)
    }

    /// Calls nothing if nothing is registered.
    @usableFromInline
    func answerIfRegistered(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ borrow: (LentInstance) -> Void) {
        switch withTable({ $0.tryHit(key, borrow) }) {
        case .hit: return
        case .unregistered where !key.mayHaveDefault && !ProcessFlag.trials.isSet: return
        default:
            var resolver = Resolver(key, CodePlace(fileID, line), in: table(fileID, line))
            resolver.answerIfRegisteredOrTrap()?.lend(to: borrow)
        }
    }
}

extension ServiceKey {
    /// Whether there may be an answer although nothing is registered.
    var mayHaveDefault: Bool {
        AutomaticRegistrations.areDefined || typedKey?.recipe != nil || ProcessFlag.contributions.isSet && list != nil
    }
}

extension StackTable {
    /// Whether a base is registered for a key, here or in a parent, or a default can be.
    func canResolve(_ key: ServiceKey) -> Bool {
        if hasBase(key) { return true }
        var next = ownParent
        while let table = next {
            if table.hasBase(key) { return true }
            next = table.ownParent
        }
        if key.typedKey?.recipe != nil { return true }
        if AutomaticRegistrations.areDefined, let outermost = withParents.last {
            let frame = Frame(Request(key, CodePlace(), in: outermost))
            if (try? AutomaticRegistrations.register(for: frame)) == true, outermost.hasBase(key) { return true }
        }
        guard let list = key.list else { return false }
        return canResolve(list.contributions)
    }
}
