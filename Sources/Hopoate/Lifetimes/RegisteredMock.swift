/// A mock that counts its resolutions. When it ends, it releases the kept instances that were made from it.
@usableFromInline
package final class RegisteredMock: Sendable {
    fileprivate struct State {
        /// The number of its resolutions.
        var count = 0
        /// The kept instances that were made from it, the newest last.
        var users: [MockUser] = []
        /// The number of users at which those whose instances were released are removed.
        var countToSweepAt = 16
        var hasEnded = false
    }

    fileprivate let state = Protected(State())

    /// How often the mock was resolved, by reading a property or by a `resolve` function.
    package var count: Int { state.withLock(\.count) }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Releases the kept instances that were made from the mock, directly or through others, the newest first. Call it after the
    /// mock is removed from its stack.
    package func end() {
        state.withLock { $0.hasEnded = true }
        for user in state.withLock(\.users).reversed() { user.take(self) }
    }

    /// Adds an instance. If the mock has ended, it removes the instance from its slot at once.
    fileprivate func add(_ user: MockUser) {
        let hasEnded = state.withLock { state, discarded in
            if state.users.count == state.countToSweepAt {
                discarded.add(state.users)
                state.users = state.users.filter { user in
                    let kept = user.kept
                    discarded.add(kept)
                    return kept != nil
                }
                state.countToSweepAt = 2 * max(8, state.users.count)
            }
            state.users.append(user)
            return state.hasEnded
        }
        if hasEnded { user.take(self) }
    }
}

/// An instance that is made from a mock, and the function that removes it from its slot.
private final class MockUser {
    private(set) weak var kept: AnyKept?
    let take: (RegisteredMock) -> Void

    init(_ kept: AnyKept, _ take: @escaping (RegisteredMock) -> Void) { (self.kept, self.take) = (kept, take) }
}

extension DependencyContainer {
    /// Registers an instance as a mock.
    package func registerMock<Service>(
        _ instance: Service,
        for key: ServiceKey,
        _ place: CodePlace
    ) -> (registration: ServiceRegistration<Service>, mock: RegisteredMock) {
        let mock = RegisteredMock()
        return (add(instance, key, place, as: [mock]), mock)
    }
}

/// The mocks that were resolved during a creation, directly or through others. The tasks of an asynchronous creator share it.
final class MocksInUse: Sendable {
    private let noted = Protected<[RegisteredMock]>([])

    var all: [RegisteredMock] { noted.withLock { $0 } }

    func add(_ mocks: [RegisteredMock]) {
        noted.withLock { noted in
            for mock in mocks where !noted.contains(where: { $0 === mock }) { noted.append(mock) }
        }
    }
}

extension [RegisteredMock] {
    /// Counts a resolution. A resolution that changes a part of the mock does not count.
    func countUse(changing changed: inout [RegisteredMock]?) {
        if changed != nil {
            changed = self
        } else {
            for mock in self { mock.state.withLock { $0.count += 1 } }
        }
    }

    @inline(never)
    var haveEnded: Bool { contains(where: \.hasEnded) }

    /// Adds an instance that is made from the mocks and will be kept, with the function that removes it from its slot.
    func add(_ kept: AnyKept?, _ take: @escaping (RegisteredMock) -> Void) {
        if let kept, !isEmpty { for mock in self { mock.add(MockUser(kept, take)) } }
    }
}

extension AnyServiceRegistration {
    /// Releases the instance if it was made from a mock.
    final func take(madeFrom mock: RegisteredMock) {
        shard.withLock { [self] _, discarded in
            guard slot.isMade(from: mock) else { return }
            // A changed mock is a registered instance: the registration is removed.
            if recipe == nil { return stack?.remove(self, &discarded) ?? () }
            discarded.take(takeSlot(), of: self)
            stack?.updateHit()
        }
    }
}
