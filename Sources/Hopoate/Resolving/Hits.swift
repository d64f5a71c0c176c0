/// The outcome of the fast path.
enum HitOutcome {
    /// The cached instance was lent.
    case hit
    /// The newest registration has a creator that may run at once.
    case creation(AnyServiceRegistration, Recipe)
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
    func tryHit(_ key: ServiceKey, isOfProperty: Bool = false, _ borrow: (BorrowedInstance) -> Void) -> HitOutcome {
        // Unwrapping the parents with `let` would count references (`Benchmarks`, row 'from a parent …').
        var table: Unretained<StackTable>? = Unretained(self)
        while let searched = table {
            let outcome = searched.with { $0.lendHit(key, isOfProperty: isOfProperty, borrow) }
            guard case .unregistered = outcome else { return outcome }
            table = searched.with { $0.parent.map { Unretained($0) } }
        }
        return .unregistered
    }

    @inline(__always)
    private func lendHit(_ key: ServiceKey, isOfProperty: Bool, _ borrow: (BorrowedInstance) -> Void) -> HitOutcome {
        withShard(of: key) { shard in
            let isObserved = shard.isObserved
            guard let stack = shard.stacks.find(key) else { return .unregistered }
            return stack.with { $0.lendHit(isObserved: isObserved, isOfProperty: isOfProperty, to: borrow) }
        }
    }
}

extension Stack {
    /// A property keeps a weak or created instance, on the slow path.
    @inline(__always)
    func lendHit(isObserved: Bool, isOfProperty: Bool, to borrow: (BorrowedInstance) -> Void) -> HitOutcome {
        if isObserved { return slowOutcome }
        guard let hit else { return isOfProperty ? slowOutcome : creation }
        if isOfProperty, hit.isWeak { return .miss }
        return hit.lend(to: borrow) ? .hit : .miss
    }

    private var slowOutcome: HitOutcome { entries.isEmpty ? .unregistered : .miss }

    /// Without a cached instance.
    private var creation: HitOutcome {
        guard let top = entries.last, top.lifetime.kind == .transient, let recipe = top.recipe, recipe.mayRunAnywhere
        else { return slowOutcome }
        return .creation(top, recipe)
    }
}

// The public look-ups call these. They call `borrow` once with the answer, for a cached instance under the lock of its stack.
// `borrow` copies the service, whose type only the caller knows. It is compiled into user code alone: there it takes a retain and
// no call (`Benchmarks`, row 'resolve'), and a second copy in the library would add 12 KB to every app (`Scripts/weigh`).
extension DependencyContainer {
    @usableFromInline
    func answerOrTrap(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ borrow: (BorrowedInstance) -> Void) {
        let outcome = withTable { $0.tryHit(key, borrow) }
        if case .hit = outcome { return }
        do throws(DependencyError) { try answer(key, CodePlace(fileID, line), after: outcome, borrow) } catch {
            error.trap()
        }
    }

    @usableFromInline
    func answerOrThrow(
        _ key: ServiceKey,
        _ fileID: StaticString,
        _ line: UInt,
        _ borrow: (BorrowedInstance) -> Void
    ) throws(DependencyError) {
        let outcome = withTable { $0.tryHit(key, borrow) }
        if case .hit = outcome { return }
        try answer(key, CodePlace(fileID, line), after: outcome, borrow)
    }

    /// Calls nothing if nothing is registered.
    @usableFromInline
    func answerIfRegistered(
        _ key: ServiceKey,
        _ fileID: StaticString,
        _ line: UInt,
        _ borrow: (BorrowedInstance) -> Void
    ) {
        switch withTable({ $0.tryHit(key, borrow) }) {
        case .hit: return
        case .unregistered where !key.mayHaveDefault: return
        default:
            let lookup = Lookup(key, CodePlace(fileID, line), in: table)
            lookup.answerIfRegisteredOrTrap()?.lend(to: borrow)
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
        // Not in the loop, which would count references to this table (`Benchmarks`, row 'canResolve, miss').
        if hasBase(key) { return true }
        var next = parent
        while let table = next {
            if table.hasBase(key) { return true }
            next = table.parent
        }
        if key.typedKey?.recipe != nil { return true }
        if AutomaticRegistrations.areDefined, let outermost = withParents.last {
            let hasRegistered = (try? AutomaticRegistrations.register(in: outermost, CodePlace())) == true
            if hasRegistered, outermost.hasBase(key) { return true }
        }
        guard ProcessFlag.contributions.isSet, let list = key.list else { return false }
        return canResolve(list.contributions)
    }
}
