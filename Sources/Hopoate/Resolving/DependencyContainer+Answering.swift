// Every look-up comes here. `take` is called once with the answer, and for an instance that is kept under the lock of its
// stack: it copies the service, whose type only the caller knows. It is compiled into users' code, where that takes a
// retain and no call (`Benchmarks`, row 'resolve'). Where an error may be thrown the answer is taken out of its variable: a
// copy would cost a retain more (`Benchmarks`, row 'resolving').

extension DependencyContainer {
    @usableFromInline
    func answerOrTrap(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ take: (LentInstance) -> Void) {
        if takeHit(key, take) == .taken { return }
        table.keptOrTrap(Lookup(key, CodePlace(fileID, line))).lend(to: take)
    }

    @usableFromInline
    func answerOrThrow(
        _ key: ServiceKey,
        _ fileID: StaticString,
        _ line: UInt,
        _ take: (LentInstance) -> Void
    ) throws(DependencyError) {
        if takeHit(key, take) == .taken { return }
        try table.keptOrThrow(Lookup(key, CodePlace(fileID, line))).lend(to: take)
    }

    /// Calls nothing when nothing is registered.
    @usableFromInline
    func answerIfRegistered(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt, _ take: (LentInstance) -> Void) {
        switch takeHit(key, take) {
        case .taken: return
        case .nothing where !table.mayHaveDefault(key): return
        default: table.keptIfRegisteredOrTrap(Lookup(key, CodePlace(fileID, line)))?.lend(to: take)
        }
    }
}

// Look-ups that are no hits. Creators run within these functions, which therefore take little of the stack.
extension StackTable {
    @inline(never)
    func keptOrThrow(_ lookup: Lookup) throws(DependencyError) -> AnyKept {
        do throws(ResolutionFailure) {
            return try resolve(lookup).kept
        } catch {
            throw error.dependencyError(lookup, in: self)
        }
    }

    // Not by `keptOrThrow`, for the sake of the stack.
    @inline(never)
    func keptOrTrap(_ lookup: Lookup) -> AnyKept {
        do throws(ResolutionFailure) {
            return try resolve(lookup).kept
        } catch {
            error.trap(lookup, in: self)
        }
    }

    /// Nil when nothing is registered.
    @inline(never)
    func keptIfRegistered(_ lookup: Lookup) throws(DependencyError) -> AnyKept? {
        do throws(ResolutionFailure) {
            return try resolve(lookup).kept
        } catch .missing {
            return nil
        } catch {
            throw error.dependencyError(lookup, in: self)
        }
    }

    /// Nil when nothing is registered.
    @inline(never)
    func keptIfRegisteredOrTrap(_ lookup: Lookup) -> AnyKept? {
        do throws(DependencyError) { return try keptIfRegistered(lookup) } catch { error.trap() }
    }
}

extension AnyKept {
    func lend(to take: (LentInstance) -> Void) { withExtendedLifetime(self) { take(LentInstance(self)) } }
}
