/// The stacks of a shard by their keys: a hash table with open addressing.
///
/// A dictionary would take twice as long to find a stack, and count a reference to it (`Benchmarks`, rows 'resolve, …').
struct StackMap {
    private struct Bucket {
        /// 0 if the bucket is free.
        var hash: UInt = 0
        var stack: Unretained<Stack>?
    }

    private var buckets: [Bucket] = []
    /// All stacks. Keeps the stacks alive that are lent to the buckets.
    private(set) var stacks: [Stack] = []

    /// The stack of a key, lent under the lock of the shard.
    @inline(__always)
    func find(_ key: ServiceKey) -> Unretained<Stack>? {
        buckets.isEmpty ? nil : buckets[index(of: key, key.hash)].stack
    }

    subscript(_ key: ServiceKey) -> Stack? { find(key)?.object }

    /// Adds a stack whose key is not there yet.
    mutating func insert(_ stack: Stack) {
        stacks.append(stack)
        if stacks.count * 4 > buckets.count * 3 { rebuild() } else { put(stack) }
    }

    /// Removes stacks. The condition may ask whether the reference to a stack is the only one.
    mutating func removeAll(where isMeant: (inout Stack) -> Bool) {
        var left: [Stack] = []
        for index in stacks.indices where !isMeant(&stacks[index]) { left.append(stacks[index]) }
        stacks = left
        rebuild()
    }

    private mutating func rebuild() {
        buckets = Array(repeating: Bucket(), count: max(4, buckets.count))
        while stacks.count * 4 > buckets.count * 3 { buckets += buckets }
        for stack in stacks { put(stack) }
    }

    private mutating func put(_ stack: Stack) {
        let hash = stack.key.hash
        buckets[index(of: stack.key, hash)] = Bucket(hash: hash, stack: Unretained(stack))
    }

    /// Whether a stack with the key's hash has the key. Only the hashes of named keys may collide.
    @inline(__always)
    private func isSame(_ key: ServiceKey, _ stack: Unretained<Stack>?) -> Bool {
        key.givenName == nil || stack?.with { $0.key == key } == true
    }

    /// The index of the key's bucket, or of the free one that it belongs in.
    @inline(__always)
    private func index(of key: ServiceKey, _ hash: UInt) -> Int {
        let mask = buckets.count &- 1
        var index = Int(truncatingIfNeeded: hash &>> 16) & mask
        while buckets[index].hash != 0, buckets[index].hash != hash || !isSame(key, buckets[index].stack) {
            index = (index &+ 1) & mask
        }
        return index
    }
}
