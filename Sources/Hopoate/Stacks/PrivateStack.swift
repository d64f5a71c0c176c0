/// A stack that no key finds, with one registration on it: of one value of an argument, or of one `Lazy`. Resolving goes
/// the way of any stack from there.
///
/// Freed with its last reference, for which it has to be empty. Sendable because the stack is only touched under the lock
/// of its shard.
final class PrivateStack: @unchecked Sendable {
    /// The value that the stack is for, if others may ask for it.
    let argument: AnyHashable?
    /// The hash of that value.
    let hash: Int
    let stack: UnsafeMutablePointer<Stack>

    /// To be called under the lock of the registration's shard.
    init(_ argument: AnyHashable?, hash: Int, _ registration: AnyServiceRegistration) {
        self.argument = argument
        self.hash = hash
        stack = .allocate(capacity: 1)
        stack.initialize(to: Stack(key: registration.key, shard: registration.shard))
        stack.insert(registration)
    }

    deinit {
        stack.deinitialize(count: 1)
        stack.deallocate()
    }

    /// Takes out the registration, when nobody else uses the stack. Locks the shard.
    func empty() {
        let shard = stack.pointee.shard
        shard.lock()
        let removed = stack.pointee.top.map { RemovedPrivateRegistration(self, $0.takeUnretainedValue()) }
        shard.unlock()
        removed?.release()
    }
}

/// The registration of a private stack that nobody will resolve any more.
struct RemovedPrivateRegistration {
    let stack: PrivateStack
    let registration: AnyServiceRegistration
    private let reference: Unmanaged<AnyServiceRegistration>

    /// To be called under the lock of the shard.
    init(_ stack: PrivateStack, _ registration: AnyServiceRegistration) {
        self.stack = stack
        self.registration = registration
        reference = stack.stack.unlink(registration)
    }

    /// To be called outside every lock, as it runs users' code.
    func release() { reference.takeRetainedValue().releaseContents() }
}
