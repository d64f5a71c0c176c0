/// A mock that counts its resolutions. When it ends, it releases the kept instances that were created from it.
@usableFromInline
package final class RegisteredMock: Sendable {
    fileprivate struct User { weak var user: (any UserOfMock)? }

    /// The number of its resolutions, and the slots of kept instances that were created from it, and changed copies of it, the newest
    /// last. With the number of users at which those whose instances were released are removed.
    private let usage = Protected((count: 0, users: [User](), countToSweepAt: 16, hasEnded: false))
    /// The mock that a fork's copy counts for. The copy does not end with the mock.
    private let original: RegisteredMock?

    init(countingFor mock: RegisteredMock? = nil) { original = mock?.original ?? mock }

    func countUse() { (original ?? self).usage.withLock { $0.count += 1 } }

    /// How often the mock was resolved, by reading a property or by a `resolve` function.
    package var count: Int { usage.withLock(\.count) }

    package var hasEnded: Bool { usage.withLock(\.hasEnded) }

    /// Releases the kept instances that were created from the mock, directly or through others, the newest first. Call it after the
    /// mock is removed from its stack.
    package func end() {
        usage.withLock { $0.hasEnded = true }
        for user in usage.withLock(\.users).reversed() { user.user?.release(madeFrom: self) }
    }

    /// Adds the slot of an instance that will be kept, or a changed mock. If this has ended, releases it at once.
    func addUser(_ user: any UserOfMock) {
        let hasEnded = usage.withLock { usage, discarded in
            if usage.users.count == usage.countToSweepAt {
                usage.users = usage.users.filter { user in
                    let user = user.user
                    discarded.add(user)
                    return user != nil
                }
                usage.countToSweepAt = 2 * max(8, usage.users.count)
            }
            usage.users.append(User(user: user))
            return usage.hasEnded
        }
        if hasEnded { user.release(madeFrom: self) }
    }
}

/// What ends with a mock.
protocol UserOfMock: AnyObject { func release(madeFrom mock: RegisteredMock) }

extension Slot: UserOfMock {
    func release(madeFrom mock: RegisteredMock) {
        withLock { if mocks.contains(where: { $0 === mock }) { release(&$0) } }
    }
}

extension AnyServiceRegistration: UserOfMock {
    /// A changed mock is a registered instance, which nothing could create again.
    func release(madeFrom mock: RegisteredMock) {
        shard.withLock { [self] _, discarded in stack?.remove(self, &discarded) }
    }
}

extension DependencyContainer {
    /// Registers an instance as a mock of a test.
    package func registerMock<Service>(
        _ instance: Service,
        for key: ServiceKey,
        _ place: CodePlace
    ) -> (registration: ServiceRegistration<Service>, mock: RegisteredMock) {
        let mock = RegisteredMock()
        return (add(instance, key, place, as: mock), mock)
    }
}

/// The mocks that were resolved during a creation, directly or through others. The tasks of an asynchronous creator share it.
final class MocksInUse: Sendable {
    private let noted = Protected<[RegisteredMock]>([])

    var all: [RegisteredMock] { noted.withLock { $0 } }

    func insert(_ mocks: [RegisteredMock]) {
        noted.withLock { noted in
            for mock in mocks where !noted.contains(where: { $0 === mock }) { noted.append(mock) }
        }
    }
}

extension [RegisteredMock] {
    @inline(never)
    var haveEnded: Bool { contains(where: \.hasEnded) }
}
