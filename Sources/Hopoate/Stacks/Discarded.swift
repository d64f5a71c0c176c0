/// Collects the objects that are dropped under a lock and may hold user objects. They are released after unlocking, as
/// a `deinit` may enter the library again.
///
/// `withLock` lends one to closures of two parameters.
struct Discarded {
    /// The first objects to release. Most often there are no others, and no need for an array (`Benchmarks`, rows 'register a mock and
    /// remove it' and 'graph').
    private var first: AnyObject?
    private var second: AnyObject?
    /// In the order of their release. Reversed by `pop()`.
    private var others: [AnyObject] = []
    private(set) var hasCleanUps = false

    /// Adds an instance of a registration, under the lock of its shard. An instance that is held weakly is not cleaned up.
    mutating func add(
        _ box: AnyBox?,
        madeFrom source: AnyBox?,
        of registration: AnyServiceRegistration,
        in owner: StackTable?
    ) {
        if let box, !box.isWeak, !registration.onRemove.isEmpty {
            add(ReleasedInstance(box, source, of: registration, in: owner))
            hasCleanUps = true
        } else {
            add(box)
            add(source)
        }
    }

    /// Adds an object, to be released after those that were added before it.
    @inline(never)
    mutating func add(_ object: AnyObject?) {
        guard let object else { return }
        if first == nil {
            first = object
        } else if second == nil {
            second = object
        } else {
            others.append(object)
        }
    }

    mutating func add(_ objects: [some AnyObject]) { for object in objects { add(object) } }

    /// The next object to release. Nothing is added afterwards.
    private mutating func pop() -> AnyObject? {
        if let next = first.take() { return next }
        guard let next = second.take() else { return others.popLast() }
        others.reverse()
        return next
    }

    /// Cleans up and releases the instances and objects. Asynchronous functions run afterwards.
    @inline(__always)
    consuming func release() { if first != nil { releaseAll() } }

    @inline(never)
    private mutating func releaseAll() {
        var later: [ReleasedInstance] = []
        release(addingTo: &later)
        ReleasedInstance.cleanUp(later)
    }

    /// Cleans up and releases the instances and objects.
    ///
    /// - Parameter later: Gets the instances with functions that are asynchronous, or come after such a one.
    mutating func release(addingTo later: inout [ReleasedInstance]) {
        while let released = nextCleanUp() {
            if let left = released.cleanUpAtOnce() { later.append(left) }
        }
    }

    /// The next instance to clean up. First releases what comes before it, so a decoration is released before the instance that it
    /// decorates is cleaned up.
    @inline(never)
    mutating func nextCleanUp() -> ReleasedInstance? {
        while let object = pop() {
            if hasCleanUps, let released = object as? ReleasedInstance { return released }
        }
        return nil
    }
}

extension Protected {
    /// Runs `body` under the lock, and then releases the objects that it has discarded.
    @inline(__always)
    func withLock<Result>(at index: Int = 0, _ body: (inout Value, inout Discarded) -> Result) -> Result {
        var discarded = Discarded()
        let result = withLock(at: index) { body(&$0, &discarded) }
        (consume discarded).release()
        return result
    }
}
