// Examples of doc comments: registering, with and without an argument, decorating, contributing, and contexts.

import Hopoate

nonisolated protocol AnalyticsProviding {}
nonisolated struct AnalyticsProvider: AnalyticsProviding {}
nonisolated protocol LogProviding {}
nonisolated struct MockLogger: LogProviding {}
nonisolated struct VerboseLogger: LogProviding {}
nonisolated protocol Client {}
nonisolated struct StagingClient: Client {}
nonisolated protocol Camera {}
nonisolated struct FakeCamera: Camera {}
nonisolated protocol Command {}
nonisolated struct OpenCommand: Command {}
nonisolated struct SaveCommand: Command {}
nonisolated protocol Store {}
nonisolated struct DiskStore: Store {}
nonisolated struct MemoryStore: Store {}
nonisolated struct LoggingStore: Store {
    init(_ store: any Store) {}
}
nonisolated struct Session {}
nonisolated struct Database {
    init(path: String) throws {}
}
nonisolated struct Article: Hashable {}
nonisolated class Detail {
    init(article: Article) {}
    init(_ other: Detail) {}
}
nonisolated final class LoggingDetail: Detail {}

func registering(in container: DependencyContainer, path: String) {
    container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    container.register(DiskStore(), for: (any Store).self, named: "backup")

    container.register(service: (any AnalyticsProviding).self) { AnalyticsProvider() }
    container.register(service: Session.self, cacheService: false) { Session() }

    container.register(Database.self, lifetime: .cached) { try Database(path: path) }
}

func removing(from container: DependencyContainer) {
    let token = container.register(MockLogger(), for: (any LogProviding).self)
    container.remove(token)
}

func removingByTheToken(in container: DependencyContainer) {
    let token = container.register(MockLogger(), for: (any LogProviding).self)
    token.remove()
}

func registeringForSomeRuns(in container: DependencyContainer) {
    container.register(DiskStore(), for: (any Store).self)
    if RuntimeContext.preview.isCurrent || RuntimeContext.test.isCurrent {
        container.register(MemoryStore(), for: (any Store).self)
    }

    if RuntimeContext.argument("-uitest").isCurrent {
        container.register(MemoryStore(), for: (any Store).self)
    }
    if RuntimeContext.debug.isCurrent {
        container.register(VerboseLogger(), for: (any LogProviding).self)
    }
    if RuntimeContext.simulator.isCurrent {
        container.register(FakeCamera(), for: (any Camera).self)
    }
    if RuntimeContext.environment("BACKEND", "staging").isCurrent {
        container.register(StagingClient(), for: (any Client).self)
    }
}

func passingAnArgument(in container: DependencyContainer, article: Article) {
    container.register(Detail.self, taking: Article.self) { Detail(article: $0) }
    let model = container.resolve(Detail.self, with: article)
    _ = model
    let makeDetail = Provider<Detail>()
    let detail = makeDetail(with: article)
    _ = detail
}

func decorating(in container: DependencyContainer) {
    container.register((any Store).self, lifetime: .cached) { DiskStore() }
    container.decorate((any Store).self) { LoggingStore($0) }

    container.decorate(Detail.self, taking: Article.self) { LoggingDetail($0) }
}

func contributing(to container: DependencyContainer) {
    container.contribute(to: (any Command).self) { OpenCommand() }
    container.contribute(to: (any Command).self) { SaveCommand() }
    let menu = container.resolveAll((any Command).self)
    _ = menu
}
