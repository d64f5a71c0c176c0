// What the article 'Log in and out' says. `Scripts/apple/typecheck` checks its views.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

struct User: Sendable {
    let name: String
}

struct NotLoggedIn: Error {}

extension DependencyKeys {
    /// The user who is logged in, if there is one.
    var user: DependencyKey<User?> { .init { nil } }
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

final class Session: Sendable {
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

    func logIn(_ user: User) { container[\.user] = user }

    func logOut() async {
        container[\.user] = nil
        await scope.asyncReset()
    }
}

final class InboxModel {
    @Dependency private var inbox: Inbox

    var title: String { "Inbox of \(inbox.owner.name)" }
}

@Suite(.isolatedDependencies)
struct SessionTests {
    private let session = Session(in: .shared)

    @Test func anExistingModelShowsTheNextUser() async {
        session.logIn(User(name: "Kim"))
        let model = InboxModel()
        #expect(model.title == "Inbox of Kim")
        await session.logOut()
        session.logIn(User(name: "Robin"))
        #expect(model.title == "Inbox of Robin")
    }
}

@Suite(.isolatedDependencies)
struct LogInAndOutTests {
    private struct Badge {
        let inbox: Inbox
    }

    private let container = DependencyContainer.shared

    @Test func `logging out closes the user's services, and none is created until the next login`() async {
        let session = Session(in: container)
        session.logIn(User(name: "Kim"))
        let inbox = container.resolve(Inbox.self)
        #expect(inbox.isOpen)
        await session.logOut()
        #expect(!inbox.isOpen)
        #expect(container.resolve(\.user) == nil)
        let error = #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        #expect(error?.underlyingError is NotLoggedIn)
    }

    @Test func `validation needs a user, and reports a service that outlives the session`() throws {
        let session = Session(in: container)
        let failure = #expect(throws: DependencyValidationError.self) {
            try container.validate(runningCreators: true)
        }
        #expect(failure?.problems.map(\.service) == ["HopoateTestingHelpersTests.Inbox"])
        session.logIn(User(name: "Kim"))
        try container.validate(runningCreators: true)

        container.autoregister(Badge.self, initializer: Badge.init)
        let error = #expect(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.captive])
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
