/// What is looked up, in which container, for which line of code, and within which creator.
struct Request: Sendable {
    let key: ServiceKey
    let place: CodePlace
    /// The table of the requesting container.
    let table: StackTable
    /// The creator that requests the service: on the same thread, or else in the same task. That may end before the look-up.
    let enclosing: Frame?
    /// Whether the look-up may wait for other tasks, and change to another actor.
    let isAsync: Bool

    init(_ key: ServiceKey, _ place: CodePlace, in table: StackTable, isAsync: Bool = false) {
        self.key = key
        self.place = place
        self.table = table
        self.isAsync = isAsync
        // A `Task.immediate` in a creator may outlive the creator, whose frame goes on to change.
        let frame = isAsync ? nil : ThreadState.current.frame?.object
        enclosing = frame ?? AsyncFrame.current?.frame
    }

    /// The innermost creator around it that a condition holds for.
    func creator(where isMeant: (Frame) -> Bool) -> Frame? { enclosing?.innermost(where: isMeant) }

    /// Whether the creator of an eager registration, which is in progress, requests its own service. Under the lock of the stack.
    ///
    /// It finds the registration below. Below a default there is none.
    func isWithin(eager entry: AnyServiceRegistration) -> Bool {
        entry.lifetime.kind == .eager && entry.rank != .keyDefault && entry.slot.creation != nil
            && creator { $0.registration === entry } != nil
    }
}
