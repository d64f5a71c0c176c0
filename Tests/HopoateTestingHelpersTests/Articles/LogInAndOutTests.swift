// What the article 'Log in and out' says. `Scripts/apple/typecheck` checks its views.

import Hopoate
import HopoateTestingHelpers
import Testing

struct User: Sendable {
    let name: String
}

final class Inbox: Sendable {
    let owner: User
    private let state = Protected(true)

    init(owner: User) { self.owner = owner }
    var isOpen: Bool { state.withLock { $0 } }

    func close() async {
        await Task.yield()
        state.withLock { $0 = false }
    }
}

struct SessionModule: DependencyModule {
    let user: User

    func register(in container: DependencyContainer) {
        container.register(user, for: User.self)
        container.register(Inbox.self) { Inbox(owner: resolve(User.self)) }
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

final class InboxModel {
    @Dependency private var inbox: Inbox

    var title: String { "Inbox of \(inbox.owner.name)" }
}

final class Badge {
    @OptionalDependency private var inbox: Inbox?

    var text: String { inbox.map { "for \($0.owner.name)" } ?? "logged out" }
}

@Suite(.isolatedDependencies) @MainActor
struct SessionTests {
    private let session = Session(in: .shared)

    @Test func existingObjectsShowTheNextUser() async {
        await session.logIn(User(name: "Kim"))
        let (model, badge) = (InboxModel(), Badge())
        #expect(model.title == "Inbox of Kim")
        await session.logOut()
        #expect(badge.text == "logged out")
        await session.logIn(User(name: "Robin"))
        #expect(model.title == "Inbox of Robin")
        await session.logIn(User(name: "Alex"))  // without logging out
        #expect(model.title == "Inbox of Alex")
    }
}

struct NotLoggedIn: Error {}

extension DependencyKeys {
    /// The user who is logged in, if there is one.
    var user: DependencyKey<User?> { .init { nil } }
}

final class ScopedSession: Sendable {
    private let container: DependencyContainer
    private let scope = DependencyScope()

    init(in container: DependencyContainer) {
        self.container = container
        container.register(Inbox.self, lifetime: .scoped(scope)) {
            guard let user = resolve(\.user) else { throw NotLoggedIn() }
            return Inbox(owner: user)
        }
        .onRemove { await $0.close() }
    }

    func logIn(_ user: User) async {
        await logOut()
        container[\.user] = user
    }

    func logOut() async {
        container[\.user] = nil
        await scope.asyncReset()
    }
}

@Suite(.isolatedDependencies)
struct LogInAndOutTests {
    private let container = DependencyContainer.shared

    @Test func `a session is a module`() async {
        let user = User(name: "Kim")
        let session = container.install(SessionModule(user: user))
        let inbox = container.resolve(Inbox.self)
        #expect(inbox.isOpen)

        await container.asyncRemove(session)
        #expect(!inbox.isOpen)
        let error = #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        #expect(
            error?.description.contains("was removed at HopoateTestingHelpersTests/LogInAndOutTests.swift:") == true
        )
        #expect(
            error?.description.contains(", with the module HopoateTestingHelpersTests.SessionModule.") == true
        )
    }

    @Test @MainActor func `logins at the same time serve the last one`() async {
        let session = Session(in: container)
        await session.logIn(User(name: "Kim"))
        let kims = container.resolve(Inbox.self)
        async let first: Void = session.logIn(User(name: "Robin"))
        async let second: Void = session.logIn(User(name: "Alex"))
        _ = await (first, second)
        #expect(!kims.isOpen)
        let inbox = container.resolve(Inbox.self)
        #expect(["Robin", "Alex"].contains(inbox.owner.name))
        await session.logOut()
        #expect(!inbox.isOpen)
        #expect(!container.canResolve(Inbox.self))
    }

    @Test func `logging out of a scope closes the user's services, and none is created until the next login`() async {
        let session = ScopedSession(in: container)
        await session.logIn(User(name: "Kim"))
        let inbox = container.resolve(Inbox.self)
        #expect(inbox.isOpen)
        await session.logOut()
        #expect(!inbox.isOpen)
        #expect(container.resolve(\.user) == nil)
        let error = #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        #expect(error?.underlyingError is NotLoggedIn)
        for name in ["Robin", "Alex"] {
            await session.logIn(User(name: name))
            #expect(InboxModel().title == "Inbox of \(name)")
        }
    }

    @Test func `a child is an account of its own`() async {
        let account = DependencyContainer(parent: .shared)
        account.register(User(name: "Kim"), for: User.self)
        account.register(Inbox.self) { Inbox(owner: try resolving(User.self)) }
            .onRemove { await $0.close() }
        let model = DependencyContainer.withShared(account) { InboxModel() }
        #expect(model.title == "Inbox of Kim")

        let inbox = account.resolve(Inbox.self)

        await account.asyncRemoveAll()  // at logout
        #expect(!inbox.isOpen)
        #expect(!container.canResolve(Inbox.self))
    }
}
