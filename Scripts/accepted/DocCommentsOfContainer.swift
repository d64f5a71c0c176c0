// Examples of doc comments: the container, its errors, its typed keys and its tokens.

import Hopoate
import HopoateDiagnostics
import Testing

nonisolated protocol AnalyticsProviding {}
nonisolated struct AnalyticsProvider: AnalyticsProviding {}
nonisolated protocol LogProviding {}
nonisolated struct MockLogger: LogProviding {}
nonisolated protocol Store {}
nonisolated protocol ArticleRepository {}
nonisolated struct Session {}
nonisolated struct Credentials {
    let user: String
}
nonisolated struct Settings {
    static func load() throws -> Settings { Settings() }
}
nonisolated final class FeedViewModel {
    func reload() {}
}
nonisolated extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> { .required() }
}
nonisolated struct User {
    let id: Int
}
nonisolated struct SessionModule: DependencyModule {
    let user: User
    func register(in container: DependencyContainer) {}
}
nonisolated struct Handler {
    func respond() {}
    func respond() async throws -> Int { 200 }
}
nonisolated struct Database {
    static func open() throws -> Database { Database() }
    func close() {}
}
nonisolated struct Synchronizer {
    func run() async {}
}
nonisolated final class HTTPClient {
    func shutdown() async throws {}
}
@MainActor final class Player {
    nonisolated init() {}
    func stop() {}
}
nonisolated func appContainer() -> DependencyContainer { DependencyContainer() }

enum Container {
    static func usingTheSharedContainer() {
        let container = DependencyContainer.shared
        container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
        let analytics = container.resolve((any AnalyticsProviding).self)
        _ = analytics
    }

    static func addingAChild(user: String) {
        let account = DependencyContainer(parent: .shared)
        account.register(Credentials(user: user), for: Credentials.self)

        account.removeAll()  // at logout
    }

    static func forking() {
        let container = DependencyContainer.shared.fork()
        container.register(MockLogger(), for: (any LogProviding).self)  // only here
    }

    static func removingAll(from container: DependencyContainer) -> Settings? {
        container.removeAll()
        let settings = container.optionalResolve(Settings.self)  // nil
        return settings
    }

    static func endingAndAwaiting(_ container: DependencyContainer) async {
        container.register(HTTPClient.self) { HTTPClient() }
            .onRemove { try? await $0.shutdown() }
        await container.asyncRemoveAll()  // the client is shut down
    }

    static func closing(in container: DependencyContainer) {
        container.register(HTTPClient.self) { HTTPClient() }
            .onRemove { try? await $0.shutdown() }
        container.register(Player.self) { Player() }
            .onRemove { @MainActor in $0.stop() }
    }

    static func resettingOneRegistration(in container: DependencyContainer) {
        let token = container.register(Settings.self) { try Settings.load() }
        container.reset(token)  // loaded again when they are next resolved
    }

    static func listing() {
        for registration in DependencyContainer.shared.registrations { print(registration) }
        // Newsstand.ArticleStore, cached, registered at Newsstand/AppDelegate.swift:21
    }

    static func sharingAnother() {
        let container = DependencyContainer()
        container.register(MockLogger(), for: (any LogProviding).self)
        DependencyContainer.withShared(container) {
            FeedViewModel().reload()  // logs to the mock
        }
    }

    static func sharingAnotherAsynchronously(_ container: DependencyContainer) async {
        await DependencyContainer.withShared(container) {
            await Synchronizer().run()
        }
    }

    static func removingAndAwaiting(in container: DependencyContainer) async {
        let token = container.register(HTTPClient.self) { HTTPClient() }
            .onRemove { try? await $0.shutdown() }
        await container.asyncRemove(token)  // the client is shut down
    }

    static func removingByTheToken(in container: DependencyContainer) async {
        let token = container.register(HTTPClient.self) { HTTPClient() }
            .onRemove { try? await $0.shutdown() }
        await token.asyncRemove()  // the client is shut down
    }

    static func ending(_ container: DependencyContainer, user: User) async {
        let session = container.install(SessionModule(user: user))
        await container.asyncRemove(session)  // the user's services are closed
    }

    static func endingByTheToken(_ container: DependencyContainer, user: User) async {
        let session = container.install(SessionModule(user: user))
        await session.asyncRemove()  // the user's services are closed
    }

    static func handling(in app: DependencyContainer) {
        app.withChild { request in
            request.register(User(id: 1), for: User.self)
            Handler().respond()  // its properties resolve services in the child
        }
    }

    /// A synchronous caller ends the child without `await`, in a task without `await` too.
    static func handlingInTask(in app: DependencyContainer) -> Task<Void, Never> {
        let text: String = app.withChild { request in "\(request.registrations.count)" }
        return Task { app.withChild { request in _ = request.register(text, for: String.self) } }
    }

    static func handlingAsynchronously(in app: DependencyContainer) async throws -> Int {
        let response = try await app.withChild { request in
            request.register(User(id: 1), for: User.self)
            return try await Handler().respond()
        }
        return response
    }

    static func cleaningUp(in container: DependencyContainer) {
        container.register(Database.self) { try Database.open() }
            .onRemove { $0.close() }
    }

    static func removing() {
        let token = DependencyContainer.shared.register(
            MockLogger(),
            for: (any LogProviding).self
        )
        // resolves to the mock
        token.remove()
        // resolves to the registration before it
    }
}

struct Validating {
    @Test func theAppIsWired() throws {
        try appContainer().validate()
    }
}

extension DependencyKeys {
    var session: DependencyKey<Session> { .required() }
}

func resolvingByKey(in container: DependencyContainer) {
    let path: DependencyKeyPath<any ArticleRepository> = \.articles
    let articles = container.resolve(path)
    _ = articles
}
