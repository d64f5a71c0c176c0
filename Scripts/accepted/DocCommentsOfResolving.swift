// Examples of doc comments: resolving, typed keys, observing and tracing.

import Hopoate
import HopoateDiagnostics

nonisolated protocol AnalyticsProviding {}
nonisolated protocol Maybe {
    func perhaps()
}
nonisolated protocol ArticleRepository {
    func load()
}
nonisolated struct StubRepository: ArticleRepository {
    func load() {}
}
nonisolated struct CachingRepository: ArticleRepository {
    init(_ repository: any ArticleRepository) {}
    func load() {}
}
nonisolated extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> { .required() }
    var session: DependencyKey<Session> { .required() }
}
nonisolated protocol Store {}
nonisolated protocol Cache {}
nonisolated protocol CrashReporting {}
nonisolated struct Session {}
nonisolated struct FeedLoader {
    init(store: any Store) {}
    init(articles: any ArticleRepository) {}
    init(cache: (any Cache)?) {}
    init(session: Session?) {}
}
nonisolated struct Database: Sendable {}
nonisolated struct Article: Hashable, Sendable { static let first = Article() }
nonisolated struct Detail: Sendable {}
nonisolated struct Archive: Sendable {
    init(database: Database) {}
    init(articles: any ArticleRepository) {}
}
nonisolated struct Pager: Sendable {
    init(_ detail: Detail) {}
}
nonisolated struct Logger: Sendable {
    func debug(_ text: String) {}
}
nonisolated func log(_ line: String) {}
@MainActor final class Screen {}
func launch() {}

func resolving(in container: DependencyContainer) {
    let analytics = container.resolve((any AnalyticsProviding).self)
    container.optionalResolve((any Maybe).self)?.perhaps()
    let reportsCrashes = container.canResolve((any CrashReporting).self)
    _ = (analytics, reportsCrashes)
}

func resolvingInTheSharedContainer() {
    let analytics = resolve((any AnalyticsProviding).self)
    _ = analytics
}

func registering(in container: DependencyContainer) {
    container.register(FeedLoader.self) { FeedLoader(store: resolve()) }
    container.register(FeedLoader.self) { FeedLoader(articles: resolve(\.articles)) }
    container.register(FeedLoader.self) {
        FeedLoader(cache: optionalResolve((any Cache).self))
    }
    container.register(FeedLoader.self) {
        FeedLoader(session: optionalResolve(\.session))
    }
    container.register(FeedLoader.self) {
        FeedLoader(store: try resolving((any Store).self))
    }
    container.register(FeedLoader.self) {
        FeedLoader(articles: try resolving(\.articles))
    }
}

func awaiting(in container: DependencyContainer) async throws {
    let screen = try await container.asyncResolve(Screen.self)  // created on its actor
    _ = screen
    container.register(Archive.self) {
        Archive(database: try await asyncResolve(Database.self))
    }
    container.register(Archive.self) {
        Archive(articles: try await asyncResolve(\.articles))
    }
    container.register(Pager.self) {
        Pager(try await asyncResolve(Detail.self, with: Article.first))
    }
}

func usingKeys(in container: DependencyContainer) {
    container[\.articles] = StubRepository()
    container[\.articles].load()
    let stub = container.register(StubRepository(), for: \.articles)
    container.register(\.articles) { StubRepository() }
    container.decorate(\.articles) { CachingRepository($0) }
    let session = container.optionalResolve(\.session)
    let isLoggedIn = container.canResolve(\.session)
    _ = (stub, session, isLoggedIn)
}

func resolvingKeys(in container: DependencyContainer) async throws {
    let session = try container.resolving(\.session)
    let articles = try await container.asyncResolve(\.articles)
    _ = (session, articles)
}

func observing(_ container: DependencyContainer) -> ResolutionObservation {
    let observation = container.observe { event in
        print(event.kind, event.registration, "at \(event.fileID):\(event.line)")
    }
    return observation
}

func loggingCreations(in container: DependencyContainer) -> ResolutionObservation {
    let observation = container.observe { event in
        let indentation = String(repeating: "    ", count: event.depth)
        switch event.kind {
        case .registered, .hit:
            break
        case .creationBegan:
            log("\(indentation)\(event.registration)")
            log("\(indentation)requested at \(event.fileID):\(event.line)")
        case .creationEnded:
            log("\(indentation)took \(event.durationInSeconds ?? 0) seconds")
        case .creationFailed:
            log("\(indentation)failed")
        }
    }
    return observation
}

func observingTheLaunch(in container: DependencyContainer) {
    let observation = container.observe { event in log("\(event.registration)") }
    launch()
    observation.cancel()
}

func tracing(_ container: DependencyContainer, log: Logger) -> ResolutionTracer {
    let tracer = ResolutionTracer(container) { text in log.debug("\(text)") }
    return tracer
}

func tracingTheLaunch(in container: DependencyContainer) {
    let tracer = ResolutionTracer(container)
    launch()
    tracer.end()
}
