// The wiring test of the article 'Log in and out'.

import Hopoate
import HopoateTestingHelpers
import Testing

private struct User: Sendable {
    let name: String
}

private final class Inbox: Sendable {
    init(_ owner: User) {}
}

private func makeSession(
    of user: User,
    in app: DependencyContainer
) -> DependencyContainer {
    let session = DependencyContainer(parent: app)
    session.register(user, for: User.self)
    session.register(Inbox.self) { Inbox(resolve(User.self)) }
    return session
}

private func registerServices(in container: DependencyContainer) {
    container.register(Store(), for: Store.self)
    container.register(Beta(), for: Beta.self)
}

@Suite struct SessionWiringTests {
    @Test(.isolatedDependencies) func theSessionIsWired() async {
        registerServices(in: .shared)
        let session = makeSession(of: User(name: "Sample"), in: .shared)
        await session.checkWiring(modules: ["MyApp"])
    }
}
