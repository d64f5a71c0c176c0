// Examples of doc comments: errors, arguments, registrations, modules and what a graph lists.

import Hopoate
import HopoateDiagnostics

nonisolated protocol Store: AnyObject {}
nonisolated final class DiskStore: Store {}
nonisolated final class MemoryStore: Store {}
nonisolated final class MockStore: Store {}
nonisolated protocol Log {}
nonisolated struct MockLog: Log {}
nonisolated protocol Command {}
nonisolated struct Article {}
nonisolated struct Detail {
    let article: Article
}
nonisolated struct Pager {
    init(_ first: Detail) {}
}
nonisolated struct Toolbar {
    let items: [any Command]
}
nonisolated struct Settings {
    static func load() throws -> Settings { Settings() }
}
nonisolated final class Database: Sendable {
    static func open() async throws -> Database { Database() }
}
nonisolated final class Inbox: Sendable {}
nonisolated protocol Parent: AnyObject, Sendable {
    func called()
}
nonisolated struct StorageModule: DependencyModule {
    let folder: String
    func register(in container: DependencyContainer) {}
}
nonisolated protocol ArticleRepository {}
nonisolated extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> { .required() }
}

nonisolated func log(_ line: String) {}
nonisolated func show(_ error: any Error) {}
nonisolated func open(_ store: any Store) {}

func catching(in container: DependencyContainer) throws {
    do {
        open(try container.resolving((any Store).self))
    } catch let error as DependencyError {
        log(error.description)
    }
}

func explaining(_ error: DependencyError) {
    switch error.reason {
    case .creatorFailed(let failure):
        show(failure)  // an error of the app's own
    case .missing:
        log("\(error.service) is not registered, but \(error.similarRegistrations)")
    case .cycle:
        let steps = error.path.map { "\($0.service) \($0.name ?? "")" }
        log(steps.joined(separator: " → "))
    case .nothingToDecorate, .belongsToActor, .needsAwait, .notAnObject:
        log(error.description)
    }
    if let name = error.name { log("nothing is registered by the name \(name)") }
}

func resolvingWithAnArgument(_ article: Article, in container: DependencyContainer) async throws {
    let hasDetails = container.canResolve(Detail.self, taking: Article.self)
    do {
        let model = container.optionalResolve(Detail.self, with: article)
        _ = (model, hasDetails)
    }
    do {
        let model = try container.resolving(Detail.self, with: article)
        _ = model
    }
    do {
        let model = try await container.asyncResolve(Detail.self, with: article)
        _ = model
    }
}

func resolvingWithAnArgument(_ article: Article) {
    do {
        let model = resolve(Detail.self, with: article)
        _ = model
    }
    do {
        let model = optionalResolve(Detail.self, with: article)
        _ = model
    }
}

func resolvingMore(in container: DependencyContainer) throws {
    container.register(Pager.self, taking: Article.self) {
        Pager(try resolving(Detail.self, with: $0))
    }
    container.register(Toolbar.self) { Toolbar(items: resolveAll((any Command).self)) }
    let commands = try container.resolvingAll((any Command).self)
    let articles = container.resolve(\.articles)
    _ = (commands, articles)
}

func awaitingADatabase(in container: DependencyContainer) async throws {
    container.register(Database.self, asyncCreator: { try await Database.open() })
    let database = try await container.asyncResolve(Database.self)
    _ = database
}

func awaitingAnEagerDatabase(in container: DependencyContainer) async throws {
    container.register(Database.self, lifetime: .eager) { try await Database.open() }
    try await container.waitUntilReady()
    let database = container.resolve(Database.self)
    _ = database
}

func resettingAScope(_ session: DependencyScope, in container: DependencyContainer) {
    let before = container.resolve(Inbox.self)
    session.reset()
    let after = container.resolve(Inbox.self)  // another inbox
    _ = (before, after)
}

func registering(_ store: DiskStore, in container: DependencyContainer) {
    container.overwriteExistingRegistrations(withService: store, for: (any Store).self)
    container.overwriteExistingRegistrations(service: (any Store).self) { DiskStore() }
    container.register(Settings.self, lifetime: .eager) { try Settings.load() }
    enum Backup: DependencyName { static let name = "backup" }
    container.register(DiskStore(), for: (any Store).self, named: Backup.name)
}

func removing(from container: DependencyContainer) {
    let tokens: [AnyServiceRegistration] = [
        container.register(MockStore(), for: (any Store).self),
        container.register(MockLog(), for: (any Log).self),
    ]
    for token in tokens { token.remove() }
    do {
        let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
        storage.remove()
    }
    let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
    container.remove(storage)
}

func creatingHandles(in container: DependencyContainer) {
    enum Backup: DependencyName { static let name = "backup" }
    struct Archive { let store: Named<any Store, Backup> }
    struct Thermosiphon { let heater: Lazy<any Store> }
    let thermosiphon = Thermosiphon(heater: Lazy(container: container))
    let archive = Archive(store: Named(MemoryStore()))
    _ = (thermosiphon, archive)
}

nonisolated enum Children {
    final class Child: Sendable {
        private let parent = WeakDependency<any Parent>()

        func call() { parent()?.called() }
    }
}

func listing(_ container: DependencyContainer) {
    for info in container.registrations where !info.isDefault && info.depth == 0 {
        print(info.service, info.name ?? "", info.lifetime)
        print("    at \(info.fileID):\(info.line)")
        if info.actor != nil { print("    on its actor") }
    }
}

func listingNodes(of graph: DependencyGraph) {
    for node in graph.nodes where node.answers {
        print(node.id, node.kind, node.service, node.name ?? "", node.lifetime)
        print("    on", node.actor ?? "any thread", "of", node.module ?? "no module")
        print("    at \(node.fileID):\(node.line)")
        if !node.hasKnownDependencies { print("    may need more") }
    }
    let layers = graph.nodes.filter { $0.kind == .decorator }
    let lists = graph.nodes.filter { $0.kind == .contribution }
    let others = graph.nodes.filter { $0.kind != .default && $0.kind != .takesArgument }
    _ = (layers, lists, others)
}

func listingEdges(of graph: DependencyGraph) {
    for edge in graph.edges {
        let service = "\(edge.service) \(edge.name ?? "")"
        print("\(graph.nodes[edge.from]) needs \(service): \(edge.origin)")
    }
    let missing = graph.edges.filter { $0.to == nil && $0.kind != .optional }
    let required = graph.edges.filter { $0.kind == .required || $0.kind == .decorates }
    let contributions = graph.edges.filter { $0.kind == .contributions }
    let later = graph.edges.filter { $0.kind == .lazy || $0.kind == .provider }
    let ofProperties = graph.edges.filter { $0.kind == .property }
    let known = graph.edges.filter { $0.origin == .wired || $0.origin == .declared }
    let found = graph.edges.filter { $0.origin == .seen }  // by running creators
    _ = (missing, required, contributions, later, ofProperties, known, found)
}

func tracingEverything(in container: DependencyContainer) -> ResolutionTracer {
    let tracer = ResolutionTracer(container)  // prints what is resolved, as trees

    return tracer
}
