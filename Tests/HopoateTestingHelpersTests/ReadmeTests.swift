// The snippets of README.md that are no files, line by line: `Scripts/check snippets` compares. `Scripts/check installation` compiles
// the files, and compares the message.

import Hopoate
import HopoateTestingHelpers
import Testing

protocol ArticleProviding: Sendable {}
struct WebArticles: ArticleProviding {}
struct MockArticles: ArticleProviding {}

private struct Digest { let articles: any ArticleProviding }
private struct Page { let number: Int }

private struct Server: Sendable {
    struct User: Sendable { let name: String }
    struct Greeter {
        @Dependency private var user: User
        func greeting() async -> String { "Hello \(user.name)" }
    }

    func respond(to user: User, in app: DependencyContainer) async -> String {
        await app.withChild { request in
            request.register(user, for: User.self)
            return await Greeter().greeting()  // its property finds the user of this request
        }
    }
}

extension DependencyKeys {
    var pageSize: DependencyKey<Int> { .init { 20 } }
}

@Suite(.isolatedDependencies) struct ReadmeTests {
    @Test func `a service is registered, resolved and mocked`() {
        let container = DependencyContainer.shared
        container.register(WebArticles(), for: (any ArticleProviding).self)  // at launch
        @Dependency var articles: any ArticleProviding  // in any object
        let mock = MockContainer(MockArticles(), for: (any ArticleProviding).self)  // in a test suite
        #expect(articles is MockArticles)
        withExtendedLifetime(mock) {}
    }

    @Test func `creators use other services, take an argument, and form a list`() {
        let container = DependencyContainer.shared
        let token: AnyServiceRegistration = container.register(WebArticles(), for: (any ArticleProviding).self)
        container.register(Digest.self) { Digest(articles: resolve()) }  // a parameter's type says which service
        container.register(Page.self, taking: Int.self) { Page(number: $0) }  // takes an argument
        container.contribute(to: (any ArticleProviding).self) { WebArticles() }  // adds a service to a list

        @Dependency var list: [any ArticleProviding]
        #expect(container.resolve(Digest.self).articles is WebArticles)
        #expect(container.resolve(Page.self, with: 2).number == 2)
        #expect(container.resolveAll((any ArticleProviding).self).count == 1 && list.count == 1)
        token.remove()
        #expect(!container.canResolve((any ArticleProviding).self))
    }

    @Test func `a key with a default needs no registration`() {
        @Dependency(\.pageSize) var pageSize
        #expect(pageSize == 20)
    }

    @Test func `the example of the documentation's first page runs`() {
        DependencyContainer.shared.register(
            AnalyticsProvider(),
            for: (any AnalyticsProviding).self
        )
        FeedViewModel().reload()

        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        FeedViewModel().reload()
        #expect(analytics.mock.events == ["reload"])
    }

    @Test func `a server's request has its own services`() async {
        let app = DependencyContainer()
        async let first = Server().respond(to: Server.User(name: "Ada"), in: app)
        async let second = Server().respond(to: Server.User(name: "Grace"), in: app)
        #expect(await [first, second] == ["Hello Ada", "Hello Grace"])
        #expect(!app.canResolve(Server.User.self))
    }
}
