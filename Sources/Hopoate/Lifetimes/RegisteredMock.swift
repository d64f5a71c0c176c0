/// A mock that counts its resolutions. When it ends, it releases the kept instances that were created from it.
@usableFromInline
package final class RegisteredMock: Sendable {
    fileprivate struct Usage {
        /// The number of its resolutions.
        var count = 0
        /// The kept instances that were created from it, the newest last.
        var users: [MockUser] = []
        /// The number of users at which those whose instances were released are removed.
        var countToSweepAt = 16
        var hasEnded = false
    }

    fileprivate let usage = Protected(Usage())
    /// The mock that a fork's copy counts for. The copy does not end with the mock.
    private let original: RegisteredMock?
    /// The test that has registered it, if its container is one that tests share.
    let test: String?

    init(countingFor mock: RegisteredMock? = nil, of test: String? = nil) {
        (original, self.test) = (mock?.original ?? mock, mock?.test ?? test)
    }

    fileprivate func countUse() { (original ?? self).usage.withLock { $0.count += 1 } }

    /// How often the mock was resolved, by reading a property or by a `resolve` function.
    package var count: Int { usage.withLock(\.count) }

    var hasEnded: Bool { usage.withLock(\.hasEnded) }

    /// Releases the kept instances that were created from the mock, directly or through others, the newest first. Call it after the
    /// mock is removed from its stack.
    package func end() {
        usage.withLock { $0.hasEnded = true }
        for user in usage.withLock(\.users).reversed() { user.release(self) }
    }

    /// Adds an instance. If the mock has ended, it removes the instance from its slot at once.
    fileprivate func addUser(_ user: MockUser) {
        let hasEnded = usage.withLock { usage, discarded in
            if usage.users.count == usage.countToSweepAt {
                discarded.add(usage.users)
                usage.users = usage.users.filter { user in
                    let box = user.box
                    discarded.add(box)
                    return box != nil
                }
                usage.countToSweepAt = 2 * max(8, usage.users.count)
            }
            usage.users.append(user)
            return usage.hasEnded
        }
        if hasEnded { user.release(self) }
    }
}

/// An instance that is created from a mock, and the function that removes it from its slot.
private final class MockUser {
    private(set) weak var box: AnyBox?
    let release: (RegisteredMock) -> Void

    init(_ box: AnyBox, _ release: @escaping (RegisteredMock) -> Void) { (self.box, self.release) = (box, release) }
}

extension DependencyContainer {
    /// Registers an instance as a mock of a test.
    package func registerMock<Service>(
        _ instance: Service,
        for key: ServiceKey,
        _ place: CodePlace,
        of test: String? = nil
    ) -> (registration: ServiceRegistration<Service>, mock: RegisteredMock) {
        let mock = RegisteredMock(of: test)
        return (add(instance, key, place, as: [mock]), mock)
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
    /// Counts a resolution. A resolution that changes a part of the mock does not count.
    func countUse(changing changed: inout [RegisteredMock]?) {
        if changed != nil {
            changed = self
        } else {
            for mock in self { mock.countUse() }
        }
    }

    @inline(never)
    var haveEnded: Bool { contains(where: \.hasEnded) }

    /// Adds an instance that is created from the mocks and will be kept, with the function that removes it from its slot.
    func addUser(_ box: AnyBox?, _ release: @escaping (RegisteredMock) -> Void) {
        if let box, !isEmpty { for mock in self { mock.addUser(MockUser(box, release)) } }
    }
}
