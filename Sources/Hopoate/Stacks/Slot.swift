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

    /// A slot of a registered instance.
    init(_ kept: AnyKept? = nil) { self.kept = kept }

    /// The instance, unless it is over, or was made from another source or from a mock that has ended.
    func instance(from source: AnyKept?, at now: Double) -> AnyKept? {
        self.source === source && now < expiry && !mocks.haveEnded ? kept?.strong : nil
    }

    func isMade(from mock: RegisteredMock) -> Bool { mocks.contains { $0 === mock } }

    /// Ends a creation, and keeps its instance unless the creation was given up meanwhile, or a mock has ended that it was made
    /// from. One that ends later takes it out.
    ///
    /// - Returns: Whether the slot keeps it.
    mutating func end(
        _ creation: Creation,
        _ kept: AnyKept?,
        from source: AnyKept?,
        _ mocks: [RegisteredMock],
        until expiry: Double
    ) -> Bool {
        guard self.creation === creation else { return false }
        self.creation = nil
        guard let kept, !mocks.haveEnded else { return false }
        (self.kept, self.source, self.mocks, self.expiry, age) = (kept, source, mocks, expiry, Numbers.next())
        return true
    }

    /// Takes the instance out, and gives a creation up: its instance is its callers' alone.
    mutating func take() -> Slot {
        defer { self = Slot() }
        return self
    }

    /// Holds the instance weakly from now on, or not at all if it is a value, or was made from one.
    mutating func weaken() {
        let isWeak = kept?.identity.isWeak == true && source?.isWeak ?? true
        kept = isWeak ? kept?.identity : nil
        if !isWeak { source = nil }
    }

    /// Whether it keeps this instance, or another form of it.
    func keeps(_ instance: AnyKept) -> Bool { kept?.identity === instance.identity }
}
