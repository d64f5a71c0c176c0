/// One instance, and its creation while that is under way. It is only touched under the lock of its owner.
struct Slot {
    private(set) var kept: AnyKept?
    /// The instance that a decorator has made this from.
    private(set) var source: AnyKept?
    /// When an expiring instance ends, in seconds of its clock.
    private(set) var expiry = Double.infinity
    var creation: Creation?
    /// The larger, the later the instance was made.
    private(set) var age: UInt64 = 0
    /// The mocks that the instance was made from, directly or through others. A registered mock is made from itself.
    var mocks: [RegisteredMock] = []

    /// The instance, unless it is over, or was made from another source or from a mock that has ended.
    func instance(from source: AnyKept?, at now: Double?) -> AnyKept? {
        self.source === source && !isExpired(at: now) && !mocks.haveEnded ? kept?.strong : nil
    }

    /// Whether the instance has expired. It has if the time is not a number.
    func isExpired(at now: Double?) -> Bool { expiry != .infinity && !(now ?? -.infinity < expiry) }

    func isMade(from mock: RegisteredMock) -> Bool { mocks.contains { $0 === mock } }

    /// Ends a creation, and keeps its instance unless the creation was given up meanwhile, or a mock has ended that it was made
    /// from. One that ends later takes it out.
    ///
    /// - Returns: Whether the slot keeps it.
    mutating func end(_ creation: Creation, with new: Slot, _ discarded: inout Discarded) -> Bool {
        guard self.creation === creation else { return false }
        for object in [self.creation, kept, source] as [AnyObject?] { discarded.add(object) }
        let isKept = new.kept != nil && !new.mocks.haveEnded
        self = isKept ? new : Slot()
        if isKept { age = Numbers.next() }
        return isKept
    }

    /// Takes the instance out, and gives a creation up: its instance is its callers' alone.
    mutating func take() -> Slot {
        defer { self = Slot() }
        return self
    }

    /// Holds the instance weakly from now on, or not at all if it is a value, or was made from one.
    mutating func weaken(_ discarded: inout Discarded) {
        let isWeak = kept?.identity.isWeak == true && source?.isWeak ?? true
        discarded.replace(&kept, with: isWeak ? kept?.identity : nil)
        if !isWeak { discarded.replace(&source, with: nil) }
    }

    /// Whether it keeps this instance, or another form of it.
    func keeps(_ instance: AnyKept) -> Bool { kept?.identity === instance.identity }
}
