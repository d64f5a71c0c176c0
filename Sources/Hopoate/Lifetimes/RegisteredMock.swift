/// A mock that counts its uses, and that leaves nothing behind: what is made from it and kept is let go of when it ends.
package final class RegisteredMock: Sendable {
    private struct State {
        /// How often it has answered.
        var count = 0
        /// Take out of their slots what was made from it, the newest last. They hold no instance, and no container.
        var takers: [(RegisteredMock) -> [LetGo]] = []
        var hasEnded = false
    }

    private let state = Protected(State())

    /// How often the mock has answered: each access of a property, and each call of a `resolve` function.
    package var count: Int { state.withLock(\.count) }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    func countUse() { state.withLock { $0.count += 1 } }

    /// Lets go of what was made from the mock, directly or through others, the newest first. To be called when the mock is on no
    /// stack any more.
    package func end() {
        state.withLock { $0.hasEnded = true }
        for take in state.withLock(\.takers).reversed() { take(self).release() }
    }

    /// Adds what takes an instance out. One that has ended already takes it out at once.
    fileprivate func addTaker(_ take: @escaping (RegisteredMock) -> [LetGo]) {
        let hasEnded = state.withLock { state in
            state.takers.append(take)
            return state.hasEnded
        }
        if hasEnded { take(self).release() }
    }
}

extension DependencyContainer {
    /// Registers an instance as a mock.
    package func registerMock<Service>(
        _ instance: Service,
        for key: ServiceKey,
        _ place: CodePlace
    ) -> (registration: ServiceRegistration<Service>, mock: RegisteredMock) {
        ProcessFlag.mocks.set()
        let kept = Kept(instance)
        let registration = ServiceRegistration<Service>(key, .eager, place, nil, kept: kept, in: table, isMock: true)
        let mock = RegisteredMock()
        registration.slot.mocks = [mock]
        table.push(registration)
        return (registration, mock)
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

extension Lookup {
    /// Adds the mocks that an answer was made from.
    @inline(never)
    func addMocks(_ mocks: [RegisteredMock]) {
        beginToNoteMocks()
        rare?.mocks?.add(mocks)
    }

    /// Begins to note the mocks that answer.
    ///
    /// Not inlined, as it would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    func beginToNoteMocks() {
        let rare = withRare
        // What registers automatically is made once for all.
        if rare.mocks == nil, !key.isOfAutomaticRegistrations { rare.mocks = MocksInUse() }
    }
}

extension [RegisteredMock] {
    @inline(never)
    var haveEnded: Bool { contains(where: \.hasEnded) }

    /// Lets them take out an instance that is made from them and going to be kept: by its registration, or among others.
    func addTaker(_ registration: AnyServiceRegistration, _ instances: Instances? = nil, _ instance: Instance? = nil) {
        if isEmpty { return }
        let take = { [weak instance] (mock: RegisteredMock) in
            instances?.take(instance, madeFrom: mock) ?? registration.take(madeFrom: mock)
        }
        for mock in self { mock.addTaker(take) }
    }
}

extension AnyServiceRegistration {
    /// Takes out the instance, if it was made from a mock.
    fileprivate final func take(madeFrom mock: RegisteredMock) -> [LetGo] {
        shard.withLock { _ in
            guard slot.isMade(from: mock) else { return [] }
            defer { stack?.updateHit() }
            return [LetGo(slot.take(), of: self)]
        }
    }
}
