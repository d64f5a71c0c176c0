/// A cached instance, or its creation in progress. Only touched under the lock of its owner.
struct Slot {
    private(set) var box: AnyBox?
    /// The decorated instance that a decoration was created from.
    private(set) var source: AnyBox?
    /// Nil unless a creation is in progress. Meanwhile there is no instance. The creating look-up holds the creation
    /// too, so the slot may drop it under the lock.
    var creation: Activity?
    /// Newer instances have larger numbers.
    private(set) var age: UInt64 = 0
    /// The mocks that the instance was created from, directly or through others. A registered mock is created from itself.
    var mocks: [RegisteredMock] = []

    /// The instance, unless it has been released, or was created from another source or from a mock that has ended.
    func instance(from source: AnyBox?) -> AnyBox? {
        self.source === source && !mocks.haveEnded ? box?.strong : nil
    }

    /// The same for all forms of the instance.
    var identity: ObjectIdentifier? { box.map { ObjectIdentifier($0.identity) } }

    func isCreated(from mock: RegisteredMock) -> Bool { mocks.contains { $0 === mock } }

    /// Ends a creation, and keeps its instance, if there is one. Keeps nothing if the creation was abandoned, look-ups
    /// do not find the instance, or a mock that it was created from has ended. A mock that ends later releases the
    /// instance.
    ///
    /// - Returns: False in these three cases.
    mutating func endCreation(_ creation: Activity, with new: Slot, isFound: Bool) -> Bool {
        guard self.creation === creation else { return false }
        assert(box == nil && source == nil, "It would be released under the lock.")
        let isFound = isFound && !new.mocks.haveEnded
        self = isFound && new.box != nil ? new : Slot()
        if box != nil { age = Numbers.next() }
        return isFound
    }

    /// Holds the instance weakly from now on. Releases it if it is a value, or was created from one.
    mutating func weaken(_ discarded: inout Discarded) {
        let isWeak = box?.identity.isWeak == true && source?.isWeak ?? true
        discarded.add(box)
        if !isWeak { discarded.add(source) }
        (box, source) = isWeak ? (box?.identity, source) : (nil, nil)
    }

    /// Whether it keeps this instance, or another form of it.
    func holds(_ instance: AnyBox) -> Bool { box?.identity === instance.identity }
}
