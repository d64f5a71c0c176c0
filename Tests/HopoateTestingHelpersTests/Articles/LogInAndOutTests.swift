// What the article 'Log in and out' says. `Scripts/apple/typecheck` checks its views.

import Hopoate
import HopoateTestingHelpers
import Testing

struct User: Sendable {
    let name: String
}

protocol Inbox: Sendable {
    var title: String { get }
    func close() async
}

final class UserInbox: Inbox {
    let owner: User
    private let state = Protected(true)

    init(owner: User) { self.owner = owner }
    var title: String { "Inbox of \(owner.name)" }
    var isOpen: Bool { state.withLock { $0 } }

    func close() async {
        await Task.yield()
        state.withLock { $0 = false }
    }
}

/// A container with the services of one user.
func makeSession(
    of user: User,
    in app: DependencyContainer
) -> DependencyContainer {
    let session = DependencyContainer(parent: app)
    session.register(user, for: User.self)
    session.register((any Inbox).self) {
        UserInbox(owner: resolve(User.self))
    }
    .onRemove { await $0.close() }
    return session
}

final class InboxModel {
    @Dependency private var inbox: any Inbox
    private let makeMessage = Provider<MessageModel>()

    var title: String { inbox.title }

    func open(_ subject: String) -> MessageModel { makeMessage(with: subject) }
}

final class MessageModel {
    @Dependency private var inbox: any Inbox
    let subject: String

    init(subject: String) { self.subject = subject }

    var path: String { "\(inbox.title): \(subject)" }
}

/// What the objects of a session find after logout.
struct LoggedOutInbox: Inbox {
    let title = "Logged out"
    func close() {}
}

struct SessionModule: DependencyModule {
    let user: User

    func register(in container: DependencyContainer) {
        container.register(user, for: User.self)
        container.register((any Inbox).self) {
            UserInbox(owner: resolve(User.self))
        }
        .onRemove { await $0.close() }
    }
}

@MainActor
final class Session {
    private let container: DependencyContainer
    private var module: InstalledModule?

    init(in container: DependencyContainer) { self.container = container }

    func logIn(_ user: User) async {
        // Another login may have begun meanwhile.
        while module != nil { await logOut() }
        module = container.install(SessionModule(user: user))
    }

    func logOut() async {
        guard let ended = module else { return }
        await container.asyncRemove(ended)
        if module === ended { module = nil }
    }
}

final class Badge {
    @OptionalDependency private var inbox: (any Inbox)?

    var text: String { inbox?.title ?? "logged out" }
}

@Suite(.isolatedDependencies) @MainActor
struct SessionTests {
    private let session = Session(in: .shared)

    @Test func existingObjectsShowTheNextUser() async {
        let badge = Badge()  // created before anyone logs in
        await session.logIn(User(name: "Kim"))
        #expect(badge.text == "Inbox of Kim")
        await session.logOut()
        #expect(badge.text == "logged out")
        await session.logIn(User(name: "Robin"))
        await session.logIn(User(name: "Alex"))  // without logging out
        #expect(badge.text == "Inbox of Alex")
    }
}

struct NotLoggedIn: Error {}

extension DependencyKeys {
    var user: DependencyKey<User?> { .init { nil } }
}

final class ScopedSession: Sendable {
    private let container: DependencyContainer
    private let scope = DependencyScope()

    init(in container: DependencyContainer) {
        self.container = container
        container.register((any Inbox).self, lifetime: .scoped(scope)) {
            guard let user = resolve(\.user) else { throw NotLoggedIn() }
            return UserInbox(owner: user)
        }
        .onRemove { await $0.close() }
    }

    func logIn(_ user: User) async {
        await logOut()
        container[\.user] = user
    }

    func logOut() async {
        container[\.user] = nil  // first, or a resolution creates another instance
        await scope.asyncReset()
    }
}

@Suite(.isolatedDependencies)
struct LogInAndOutTests {
    private let app = DependencyContainer.shared

    private func logOutOfAContainer() async throws -> InboxModel {
        let session = makeSession(of: User(name: "Kim"), in: app)  // at login
        let model = DependencyContainer.withShared(session) { InboxModel() }
        #expect(model.title == "Inbox of Kim")

        let inbox = try #require(session.resolve((any Inbox).self) as? UserInbox)
        #expect(inbox.isOpen)

        await session.asyncRemoveAll()  // at logout
        #expect(!inbox.isOpen)
        return model
    }

    @Test func `objects that survive the session find the stand-in`() async throws {
        app.register(LoggedOutInbox(), for: (any Inbox).self)
        app.register(MessageModel.self, taking: String.self) {
            MessageModel(subject: $0)
        }
        let model = try await logOutOfAContainer()
        #expect(model.title == "Logged out")
        #expect(model.open("Hello").path == "Logged out: Hello")

        let next = makeSession(of: User(name: "Robin"), in: app)
        #expect(DependencyContainer.withShared(next) { InboxModel() }.title == "Inbox of Robin")
        #expect(model.title == "Logged out")
        // The price: an object that was created outside of the session is not found out.
        #expect(InboxModel().title == "Logged out")
    }

    @Test func `without a stand-in, objects that survive the session find nothing`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = makeSession(of: User(name: "Kim"), in: DependencyContainer())
            let model = DependencyContainer.withShared(session) { InboxModel() }
            await session.asyncRemoveAll()
            _ = model.title
        }
        let message = try trapMessage(result)
        #expect(message.contains("Nothing is registered for HopoateTestingHelpersTests.Inbox."))
        #expect(message.contains("was removed at"))

        let session = makeSession(of: User(name: "Kim"), in: app)
        let badge = DependencyContainer.withShared(session) { Badge() }
        #expect(badge.text == "Inbox of Kim")
        await session.asyncRemoveAll()
        #expect(badge.text == "logged out")
    }

    @Test func `a model's provider creates in the session`() {
        app.register(MessageModel.self, taking: String.self) {
            MessageModel(subject: $0)
        }
        let sessions = ["Kim", "Robin"].map { makeSession(of: User(name: $0), in: app) }
        let models = sessions.map { DependencyContainer.withShared($0) { InboxModel() } }
        #expect(models.map { $0.open("Hello").path } == ["Inbox of Kim: Hello", "Inbox of Robin: Hello"])
    }

    @Test func `a session is a module`() async throws {
        let session = app.install(SessionModule(user: User(name: "Kim")))
        let inbox = try #require(app.resolve((any Inbox).self) as? UserInbox)
        #expect(inbox.isOpen)

        await app.asyncRemove(session)
        #expect(!inbox.isOpen)
        let error = #expect(throws: DependencyError.self) { try app.resolving((any Inbox).self) }
        let text = try #require(error?.description)
        #expect(text.contains("was removed at HopoateTestingHelpersTests/LogInAndOutTests.swift:"))
        #expect(text.contains(", with the module HopoateTestingHelpersTests.SessionModule."))
    }

    @Test @MainActor func `logins at the same time serve the last one`() async throws {
        let session = Session(in: app)
        await session.logIn(User(name: "Kim"))
        let kims = try #require(app.resolve((any Inbox).self) as? UserInbox)
        async let first: Void = session.logIn(User(name: "Robin"))
        async let second: Void = session.logIn(User(name: "Alex"))
        _ = await (first, second)
        #expect(!kims.isOpen)
        let inbox = try #require(app.resolve((any Inbox).self) as? UserInbox)
        #expect(["Robin", "Alex"].contains(inbox.owner.name))
        await session.logOut()
        #expect(!inbox.isOpen)
        #expect(!app.canResolve((any Inbox).self))
    }

    @Test func `logging out of a scope closes the user's services until the next login`() async throws {
        let session = ScopedSession(in: app)
        let model = InboxModel()
        await session.logIn(User(name: "Kim"))
        #expect(model.title == "Inbox of Kim")
        let inbox = try #require(app.resolve((any Inbox).self) as? UserInbox)
        await session.logOut()
        #expect(!inbox.isOpen)
        let error = #expect(throws: DependencyError.self) { try app.resolving((any Inbox).self) }
        #expect(error?.underlyingError is NotLoggedIn)
        for name in ["Robin", "Alex"] {
            await session.logIn(User(name: name))
            #expect(model.title == "Inbox of \(name)")
        }
    }
}
