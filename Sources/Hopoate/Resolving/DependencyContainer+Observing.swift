extension DependencyContainer {
    /// Observes what is registered and resolved in the container.
    ///
    /// The observer runs on the thread that registers or resolves, in its task, and under no lock. It may use the
    /// container; what it resolves is observed too. While somebody observes, resolving takes the slower way; when
    /// nobody does, none of this costs anything.
    ///
    /// What nothing is registered for causes no event, nor does a creator that runs because it is being registered. An
    /// observer that is told of a creation and resolves that very service gets the error of a cycle.
    ///
    /// ```swift
    /// let observation = container.observe { event in
    ///     print(event.kind, event.registration, "asked for at \(event.fileID):\(event.line)")
    /// }
    /// ```
    ///
    /// - Parameter observer: Called with each event, from any thread.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe(_ observer: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionObservation {
        let number = Numbers.next()
        table.changeObservers { ObserverList.adding(observer, number, to: $0) }
        return ResolutionObservation(number: number) { [table, owner] number in
            withExtendedLifetime(owner) { table.changeObservers { $0?.removing(number) } }
        }
    }

    /// Observes when one registration answers.
    ///
    /// As with ``observe(_:)``, the observer runs on the thread that resolves and under no lock. Other registrations
    /// resolve as fast as ever.
    ///
    /// - Parameters:
    ///   - registration: A registration of this container.
    ///   - observer: Called with each event, from any thread.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe(
        _ registration: AnyServiceRegistration,
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void
    ) -> ResolutionObservation {
        let number = Numbers.next()
        table.changeObservers(of: registration) { ObserverList.adding(observer, number, to: $0) }
        return ResolutionObservation(number: number) { [table, owner, weak registration] number in
            guard let registration else { return }
            withExtendedLifetime(owner) { table.changeObservers(of: registration) { $0?.removing(number) } }
        }
    }
}

extension StackTable {
    fileprivate func changeObservers(_ change: (ObserverList?) -> ObserverList?) {
        // What the lists before held on to is released after unlocking.
        let before = withAllShards { shards in
            let before = shards.first?.pointee.observers
            let observers = change(before)
            for shard in shards {
                shard.pointee.observers = observers
                for stack in shard.pointee.stacks { stack.pointee.updateHit() }
            }
            return before
        }
        withExtendedLifetime(before) {}
    }

    fileprivate func changeObservers(
        of registration: AnyServiceRegistration,
        _ change: (ObserverList?) -> ObserverList?
    ) {
        guard registration.tableNumber == number else { return }
        let shard = registration.shard
        shard.lock()
        let before = registration.observers
        let observers = change(before)
        // The details of one that has been removed are the remover's, who needs no lock.
        let arguments = registration.stack == nil ? [] : registration.details?.argumentStacks?.registrations ?? []
        for registration in arguments + [registration] {
            registration.observers = observers
            registration.stack?.pointee.updateHit()
        }
        shard.unlock()
        withExtendedLifetime(before) {}
    }
}

extension UnsafeMutablePointer<Shard> {
    /// What to notify of a resolution, or nil when nobody observes. To be called under the shard's lock.
    @inline(__always)
    func observed(_ registration: Unmanaged<AnyServiceRegistration>, _ place: CodePlace) -> ObservedResolution? {
        guard pointee.observers != nil || registration._withUnsafeGuaranteedRef({ $0.observers != nil }) else {
            return nil
        }
        return observed(registration.takeUnretainedValue(), place)
    }

    @inline(never)
    private func observed(_ registration: AnyServiceRegistration, _ place: CodePlace) -> ObservedResolution? {
        if registration.key.isInternal { return nil }
        let lists = [pointee.observers, registration.observers].compactMap { $0 }
        return ObservedResolution(registration, place, lists)
    }
}
