// Tests as they were written for Hopoate 1.13, with Swift Testing, and not changed since.

import Hopoate
import HopoateTestingHelpers
import Testing

protocol Sharing {
    func share() -> Bool
}

final class MockSharing: Sharing {
    private(set) var count = 0

    func share() -> Bool {
        count += 1
        return true
    }
}

@Suite(.isolatedDependencies)
struct SharingTests {
    private let mock = MockContainer<Sharing, MockSharing>(MockSharing())

    @Test func sharing() {
        #expect(resolve(Sharing.self).share())
        #expect(mock.mock.count == 1)
    }

    @Test(.isolatedDependencies) func registering() {
        DependencyContainer.shared.register(MockSharing(), for: Sharing.self)
        #expect(DependencyContainer.shared.canResolve(Sharing.self))
    }
}

@Suite(.serialized)
final class WrapperTests {
    private static let specificContainer = DependencyContainer()

    @Dependency private var sharing: Sharing
    @Dependency(container: specificContainer) private var specificSharing: Sharing
    @OptionalDependency(container: specificContainer) private var maybe: Sharing?

    private var registration: ServiceRegistration<Sharing>!
    private var specificRegistration: ServiceRegistration<Sharing>!

    deinit {
        DependencyContainer.shared.remove(registration)
    }

    @Test("Dependency wrappers with a specified container use the specified container")
    func aSpecificContainer() {
        registration = DependencyContainer.shared.register(MockSharing(), for: Sharing.self)
        specificRegistration = WrapperTests.specificContainer.register(MockSharing(), for: Sharing.self)
        whenSharing(inContainer: .shared)
        #expect(sharing.share())
        #expect(specificSharing.share() == (maybe?.share() == true))
    }

    private func whenSharing(inContainer container: DependencyContainer) {
        _ = container.resolve(Sharing.self).share()
    }
}
