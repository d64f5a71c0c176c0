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

private struct SessionModule: DependencyModule {
    let user: User

    func register(in container: DependencyContainer) {
        container.register(user, for: User.self)
        container.register(Inbox.self) { Inbox(resolve(User.self)) }
    }
}

private func registerServices(in container: DependencyContainer) {
    container.register(Store(), for: Store.self)
    container.register(Beta(), for: Beta.self)
}

@Suite struct SessionWiringTests {
    @Test(.isolatedDependencies) func theSessionIsWired() async {
        let container = DependencyContainer.shared
        registerServices(in: container)
        container.install(SessionModule(user: User(name: "Sample")))
        await container.checkWiring(modules: ["MyApp"])
    }
}
