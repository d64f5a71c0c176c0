// Pushing onto the stacks, removing, and listing the entries.

extension StackTable {
    /// Puts an entry on top of the stack of its key. Entries that it replaces are removed in the same instant.
    func push(_ entry: consuming Entry, replacing replaced: Replaced) {
        let registration = entry.registration
        if entry.kept != nil { detachContainer(from: entry.kept!) }
        // Moved onto the stack, as a copy would count references (`Benchmarks`, row 'register a mock and remove it').
        var entry: Entry? = consume entry
        addToModule(registration)
        if registration.key.isOfClock { ProcessFlag.clocks.set() }
        let (removed, observers, info) = withShard(of: registration.key) { shard in
            let slot = shard.slotOrNew(of: registration.key)
            let removed = shard.stacks[slot].push(entry.take()!, replacing: replaced)
            return (removed, shard.observers, shard.observers == nil ? nil : shard.stacks[slot].info(of: registration))
        }
        // To release nothing would take a fiftieth of the time of a mock.
        if removed.isEmpty { Waiting.wakeAll() } else { release(removed) }
        guard let observers, let info else { return }
        observers.notify(ResolutionEvent(.registered, info, registration.place))
    }

    /// Puts defaults of one rank at the bottom of the stack of their key, unless another thread was faster.
    ///
    /// - Returns: The entries that this takes out. Nil if there are such defaults already.
    @discardableResult
    func pushAtBottom(_ defaults: [Entry]) -> [LetGo]? {
        let lowest = defaults[0].registration
        return withStackOrNew(of: lowest.key) { stack in
            if stack.entries.first?.registration.rank == lowest.rank { return nil }
            return defaults.flatMap { stack.insert($0) }
        }
    }

    /// Takes a registration out of its stack. No effect when it is not, or no longer, on a stack of this table.
    func remove(_ registration: AnyServiceRegistration) {
        guard registration.tableNumber == number else { return }
        release(withStack(of: registration.key) { $0.remove(registration) } ?? [])
        guard registration.isDecorator, registration.key.takesArgument else { return }
        for table in tablesForValues(of: registration.key) {
            table.changeStack(of: registration.key) { stack in stack.removeAll { $0.origin == registration.origin } }
        }
    }

    /// Lets go of entries that were taken out of a stack, and lets parents forget those that depended on them.
    private func release(_ removed: consuming [LetGo]) {
        if let parent {
            for index in removed.indices where removed[index].isRemoved {
                parent.forget(removed[index].entry.registration)
            }
        }
        removed.release()
    }

    /// The tables for the values of an argument, if services of a key are kept for each.
    func tablesForValues(of key: ServiceKey) -> [StackTable] {
        withStack(of: key) { $0.entries.compactMap(\.arguments) }?.flatMap(\.tables) ?? []
    }

    /// Lets go of the instances of a registration, for every value of its argument and in every container, and gives up what is
    /// being made.
    func reset(_ registration: AnyServiceRegistration) {
        if registration.tableNumber == number { reset(registration.key, registration.origin) }
    }

    private func reset(_ key: ServiceKey, _ origin: UInt64) {
        for table in [self] + tablesForValues(of: key) { table.changeStack(of: key) { $0.reset(origin) } }
        for child in withStack(of: key, \.childrenWithCopies) ?? [] { child.reset(key, origin) }
    }

    /// Whether nothing is registered. Not for the process-wide table.
    var isEmpty: Bool { shards.withLock { shard in shard.stacks.allSatisfy { $0.entries.isEmpty } } }

    /// Takes out every registration that is there now, one after the other and the newest first, so that a service
    /// whose `deinit` resolves an older one still finds it.
    func removeAll() {
        changeModules { $0 = [:] }
        let registrations = stacks.flatMap(\.entries).map(\.registration)
        // A copy is as old as the parent's registration that it was copied from.
        let newestFirst = registrations.sorted { ($0.origin, $0.number) > ($1.origin, $1.number) }
        for registration in newestFirst { remove(registration) }
    }

    /// Stops an instance that the table keeps from keeping the table's container alive.
    func detachContainer(from kept: AnyKept) {
        if !isProcessWide { kept.letGoOfContainer(of: owner ?? self) }
    }

    /// Changes the stack of a key, if there is one, and releases the entries that this takes out after unlocking.
    func changeStack(of key: ServiceKey, _ body: (inout Stack) -> [LetGo]) { withStack(of: key, body)?.release() }

    /// Puts a copy of every registration into a new table, which nobody else uses yet.
    func fork(into table: StackTable) {
        let parts = shards.withAllLocks { (stacks: $0.stacks, modules: $0.modules) }
        let (stacks, modules) = (parts.flatMap(\.stacks), parts[0].modules)
        // If automatic registrations are under way, the fork makes its own.
        let isHalfDone = stacks.contains { $0.key.isOfAutomaticRegistrations && $0.entries.contains { $0.kept == nil } }
        let halfDone = modules.halfDone
        let ranksLeftOut: Set<AnyServiceRegistration.Rank> = isHalfDone ? [.inherited, .automatic] : [.inherited]
        let entries = stacks.flatMap(\.entries).filter {
            !ranksLeftOut.contains($0.registration.rank) && !halfDone.contains($0.registration.number)
        }
        // Numbered by age, and put on their stacks as they stand on these.
        let byAge = entries.sorted { $0.registration.number < $1.registration.number }
        let copies = Dictionary(uniqueKeysWithValues: byAge.map { ($0.registration.number, $0.copy(for: table)) })
        for copy in entries.compactMap({ copies[$0.registration.number] }) {
            table.withStackOrNew(of: copy.registration.key) { _ = $0.insert(copy) }
        }
        table.changeModules { $0 = modules.forked(leavingOutAutomatic: isHalfDone, copies) }
    }

    typealias Registered = (entry: Entry, depth: Int, below: AnyServiceRegistration?)

    /// Every registration, the oldest first, with the number of those above it and the one below.
    var registered: [Registered] {
        let all = stacks.flatMap { stack in
            stack.entries.enumerated().map { index, entry -> Registered in
                (entry, stack.entries.count - 1 - index, index > 0 ? stack.entries[index - 1].registration : nil)
            }
        }
        return all.filter {
            $0.entry.registration.rank != .inherited && !$0.entry.registration.key.isOfAutomaticRegistrations
        }
        .sorted { $0.entry.registration.number < $1.entry.registration.number }
    }

    func inventory() -> [RegistrationInfo] { registered.map { RegistrationInfo($0.entry, depth: $0.depth) } }

    /// Every registration that a look-up may find, the parents' too.
    func inventoryWithParents() -> [RegistrationInfo] { (parent?.inventoryWithParents() ?? []) + inventory() }
}
