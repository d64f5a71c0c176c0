/// A mock that counts its uses, and that leaves nothing behind: what is made from it and kept is let go of when it ends.
@usableFromInline
package final class RegisteredMock: Sendable {
    fileprivate struct State {
        /// How often it has answered.
        var count = 0
        /// What was made from it and kept, the newest last.
        var users: [MockUser] = []
        /// Those whose instances are gone are taken out when there are this many.
        var countToSweepAt = 16
        var hasEnded = false
    }

    fileprivate let state = Protected(State())

    /// How often the mock has answered: each access of a property, and each call of a `resolve` function.
    package var count: Int { state.withLock(\.count) }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Lets go of what was made from the mock, directly or through others, the newest first. To be called when the mock is on no
    /// stack any more.
    package func end() {
        state.withLock { $0.hasEnded = true }
        for user in state.withLock(\.users).reversed() { user.take(self) }
    }

    /// Adds an instance. If the mock has ended already, the instance is taken out at once.
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

/// An instance that is made from a mock, and what takes it out of its slot.
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

/// The mocks that have answered while something was made, directly or through others. The tasks of an asynchronous creator
/// share it.
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
    /// Counts a use. Resolving a mock in order to change a part of it is none.
    func countUse(changing changed: inout [RegisteredMock]?) {
        if changed != nil {
            changed = self
        } else {
            for mock in self { mock.state.withLock { $0.count += 1 } }
        }
    }

    @inline(never)
    var haveEnded: Bool { contains(where: \.hasEnded) }

    /// Lets them take an instance, which is made from them and going to be kept, out of its slot.
    func add(_ kept: AnyKept?, _ take: @escaping (RegisteredMock) -> Void) {
        if let kept, !isEmpty { for mock in self { mock.add(MockUser(kept, take)) } }
    }
}

extension AnyServiceRegistration {
    /// Takes out the instance, if it was made from a mock.
    final func take(madeFrom mock: RegisteredMock) {
        shard.withLock { [self] _, discarded in
            guard slot.isMade(from: mock) else { return }
            // A mock that was changed is registered itself.
            if recipe == nil { return stack?.remove(self, &discarded) ?? () }
            discarded.take(takeSlot(), of: self)
            stack?.updateHit()
        }
    }
}
