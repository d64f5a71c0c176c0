/// What was removed or replaced under a lock, and may hold users' objects. It is released after unlocking, as a `deinit` may
/// enter the library again.
///
/// `withLock` lends one to closures of two parameters. Code that runs under a lock hands to it whatever it drops.
struct Discarded {
    private var items: [LetGo] = []

    /// Adds an instance, which is cleaned up and released after those that were added before it.
    @inline(never)
    mutating func add(_ instance: LetGo) { items.append(instance) }

    @inline(never)
    mutating func add(_ object: AnyObject?) { if let object { items.append(LetGo(object)) } }

    mutating func add(_ others: [some AnyObject]) { for object in others { add(object) } }

    /// Sets a variable, and keeps what it held.
    @inline(__always)
    mutating func replace<Object: AnyObject>(_ variable: inout Object?, with object: Object?) {
        if variable != nil { add(variable) }
        variable = object
    }

    /// Cleans up and releases one instance after the other, so that a decoration is released before the instance that it
    /// decorates is cleaned up. Runs users' code: to be called under no lock.
    @inline(__always)
    fileprivate mutating func release() { if !items.isEmpty { releaseItems() } }

    @inline(never)
    private mutating func releaseItems() {
        for index in items.indices { items[index].release() }
    }
}

extension Protected {
    /// Runs `body` under the lock, and then releases what it has discarded.
    @inline(__always)
    func withLock<Result>(at index: Int = 0, _ body: (inout Value, inout Discarded) -> Result) -> Result {
        var discarded = Discarded()
        let result = withLock(at: index) { body(&$0, &discarded) }
        discarded.release()
        return result
    }
}
