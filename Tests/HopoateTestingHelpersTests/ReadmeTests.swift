// Every snippet of README.md, line by line (`Scripts/check snippets` compares), with what it speaks of. Those that are files
// are compiled by `Scripts/check installation`.

import Hopoate
import HopoateTestingHelpers
import Testing

protocol AnalyticsProviding {
    func track(_ event: String)
}

final class AnalyticsProvider: AnalyticsProviding {
    func track(_ event: String) {}
}

final class MockAnalytics: AnalyticsProviding {
    private(set) var events: [String] = []
    func track(_ event: String) { events.append(event) }
}

// Look up, anywhere. Each access finds the newest registration:
final class FeedViewModel {
    @Dependency private var analytics: any AnalyticsProviding

    func reload() { analytics.track("reload") }
}

protocol ArticleRepository {}
struct DatabaseRepository: ArticleRepository {}
struct StubRepository: ArticleRepository {}

// Or declare, read and mock a typed key. It has a default, so it is never missing:
extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> { .init { DatabaseRepository() } }
}

struct Reader {
    @Dependency(\.articles) private var articles
}

extension Reader {
    var readsStub: Bool { articles is StubRepository }
}

@Suite(.isolatedDependencies) struct ReadmeTests {
    @Test func `a service is registered, looked up and mocked`() {
        // Register, when the app has launched:
        DependencyContainer.shared.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)

        // Mock, in a test. The real one answers again when `analytics` is deallocated:
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        FeedViewModel().reload()
        #expect(analytics.mock.events == ["reload"])
    }

    @Test func `a typed key is declared, read and mocked`() {
        #expect(!Reader().readsStub)
        do {
            let stub = MockContainer(StubRepository(), for: \.articles)
            #expect(Reader().readsStub)
            withExtendedLifetime(stub) {}
        }
        #expect(!Reader().readsStub)
    }

    @Test func `a server's request has its own services`() async throws {
        let server = Server()
        async let first = server.respond(to: Server.Request(user: Server.User(name: "Ada")))
        async let second = server.respond(to: Server.Request(user: Server.User(name: "Grace")))
        #expect(try await [first.text, second.text] == ["Hello Ada", "Hello Grace"])
        #expect(!server.app.canResolve(Server.User.self))
    }
}

private struct Server: Sendable {
    struct User: Sendable { let name: String }
    struct Request: Sendable { let user: User }
    struct Response: Sendable { let text: String }

    final class Handler {
        @Dependency private var user: User

        func respond() async throws -> Response {
            await Task.yield()
            return Response(text: "Hello \(user.name)")
        }
    }

    let app = DependencyContainer()

    func respond(to request: Request) async throws -> Response {
        try await app.withChild { container in
            container.register(request.user, for: User.self)
            return try await Handler().respond()  // its properties find this request's user
        }
    }
}
