import Foundation
import Hopoate
import Testing

/// Names that parents register and forget while a property is read: of names that are not used any more, a container
/// forgets all but the last ones.
@Suite struct ForgottenNameTests {
    private final class Thing: Sendable {
        let isOverride: Bool

        init(_ isOverride: Bool = false) { self.isOverride = isOverride }
    }

    private func forgetOldNames(of container: DependencyContainer) {
        for number in 0..<33 { container.remove(container.register(number, for: Int.self, named: "\(number)")) }
    }

    /// A creator holds the thread that reads, as long as the name takes to be forgotten.
    @Test(arguments: [false, true]) func aPropertyKeepsNothingThatCameAndWentWithTheName(_ isRegistered: Bool) {
        let app = DependencyContainer()
        let account = DependencyContainer(parent: app)
        let request = DependencyContainer(parent: account)
        if isRegistered { app.register(Thing.self, named: "thing", lifetime: .transient) { Thing() } }
        let thing = OptionalDependency<Thing>(named: "thing", container: request)
        let (begun, released, read) = (Shared(-1), Shared(-1), Shared(-1))
        inStep(
            1_500,
            { round in
                _ = thing()
                read.value = round
            },
            { round in
                for _ in 0..<round % 64 { _ = begun.value }
                let token = account.register(Thing.self, named: "thing", lifetime: .transient) {
                    begun.value = round
                    while released.value < round { sched_yield() }
                    return Thing(true)
                }
                while begun.value < round, read.value < round { sched_yield() }
                account.remove(token)
                forgetOldNames(of: account)
                released.value = round
            },
            { _ in #expect(isRegistered ? thing()?.isOverride == false : thing() == nil) }
        )
    }
}
