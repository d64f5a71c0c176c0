// Examples of doc comments, with what they speak of.

import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct DocCommentTests {
    private protocol Store: AnyObject {}
    private final class DiskStore: Store {}
    private final class MemoryStore: Store {}
    private final class MockStore: Store {}
    private protocol Log {}
    private struct MockLog: Log {}
    private protocol Command {}
    private struct OpenCommand: Command {}
    private protocol Camera {}
    private struct FakeCamera: Camera {}
    private struct Settings { static func load() throws -> Settings { Settings() } }
    private protocol Parent: AnyObject, Sendable { func called() }
    private final class RealParent: Parent {
        let calls = Counter()
        func called() { calls.increment() }
    }
    private struct StorageModule: DependencyModule {
        let folder: String
        func register(in container: DependencyContainer) { container.register(DiskStore(), for: (any Store).self) }
    }

    private let container = DependencyContainer()
    private let lines = Shared<[String]>([])

    private func log(_ line: String) { lines.change { $0.append(line) } }
    private func print(_ parts: Any...) { lines.change { $0.append(parts.map { "\($0)" }.joined(separator: " ")) } }
    private func show(_ error: any Error) { lines.change { $0.append("\(error)") } }
    private func open(_ store: any Store) { lines.change { $0.append("opened") } }

    private func report() {
        do {
            open(try container.resolving((any Store).self))
        } catch let error as DependencyError {
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
        } catch {
            show(error)
        }
    }

    @Test func `an error has a message, a name and a reason`() throws {
        do {
            open(try container.resolving((any Store).self))
        } catch let error as DependencyError {
            log(error.description)
        }
        #expect(lines.value.first?.hasPrefix("Nothing is registered for") == true)
        do {
            _ = try container.resolving((any Store).self, named: "backup")
        } catch let error as DependencyError {
            if let name = error.name { log("nothing is registered by the name \(name)") }
        }
        #expect(lines.value.last == "nothing is registered by the name backup")
        lines.value = []
        report()
        container.register((any Store).self) { throw SomeError() }
        report()
        container.register((any Store).self) { [container] in
            _ = try container.resolving((any Store).self)
            return DiskStore()
        }
        report()
        container.register(DiskStore(), for: (any Store).self)
        report()
        #expect(lines.value.count == 4)
        #expect(lines.value.first == "Store is not registered, but []")
        #expect(lines.value.last == "opened")
    }

    private struct Article { var title = "hello" }
    private struct Detail { let article: Article }
    private struct Pager {
        let first: Detail
        init(_ first: Detail) { self.first = first }
    }
    private struct Toolbar { let items: [any Command] }
    private final class Database: Sendable { static func open() async throws -> Database { Database() } }

    @Test func `each look-up has a form with an argument, also the global functions`() async throws {
        container.register(Detail.self, taking: Article.self) { Detail(article: $0) }
        container.register(Pager.self, taking: Article.self) {
            Pager(try resolving(Detail.self, with: $0))
        }
        container.contribute(to: (any Command).self) { OpenCommand() }
        container.register(Toolbar.self) { Toolbar(items: resolveAll((any Command).self)) }
        let article = Article()
        DependencyContainer.withShared(container) {
            do {
                let model = resolve(Detail.self, with: article)
                #expect(model.article.title == "hello")
            }
            do {
                let model = optionalResolve(Detail.self, with: article)
                #expect(model?.article.title == "hello")
            }
        }
        #expect(container.resolve(Pager.self, with: article).first.article.title == "hello")
        #expect(container.resolve(Toolbar.self).items.count == 1)
        let hasDetails = container.canResolve(Detail.self, taking: Article.self)
        #expect(hasDetails)
        do {
            let model = container.optionalResolve(Detail.self, with: article)
            #expect(model?.article.title == "hello")
        }
        do {
            let model = try container.resolving(Detail.self, with: article)
            #expect(model.article.title == "hello")
        }
        do {
            let model = try await container.asyncResolve(Detail.self, with: article)
            #expect(model.article.title == "hello")
        }
    }

    @Test func `a reset of a scope releases its instances`() {
        final class Inbox: Sendable {}
        let session = DependencyScope()
        container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
        let before = container.resolve(Inbox.self)
        session.reset()
        let after = container.resolve(Inbox.self)  // another inbox
        #expect(before !== after)
    }

    @Test func `tests create handles themselves`() {
        enum Backup: DependencyName { static let name = "backup" }
        struct Archive { let store: Named<any Store, Backup> }
        struct Thermosiphon { let heater: Lazy<any Store> }
        container.register(DiskStore(), for: (any Store).self)
        let thermosiphon = Thermosiphon(heater: Lazy(container: container))
        let archive = Archive(store: Named(MemoryStore()))
        #expect(thermosiphon.heater() is DiskStore && archive.store.service is MemoryStore)
    }

    @Test func `an eager service is ready after waitUntilReady`() async throws {
        container.register(Database.self, lifetime: .eager) { try await Database.open() }
        try await container.waitUntilReady()
        let database = container.resolve(Database.self)
        #expect(database === container.resolve(Database.self))
    }

    private struct Pair<First, Second> {
        let first: First
        let second: Second
    }

    @Test func `a graph shows what is registered and needed`() {
        container.register((any Store).self) { DiskStore() }
        container.decorate((any Store).self) { $0 }
        container.contribute(to: (any Command).self) { OpenCommand() }
        container.autoregister(Pair<any Store, Int>.self, initializer: Pair.init)
        let graph = container.graph()
        for node in graph.nodes where node.answers {
            print(node.id, node.kind, node.service, node.name ?? "", node.lifetime)
            print("    on", node.actor ?? "any thread", "of", node.module ?? "no module")
            print("    at \(node.fileID):\(node.line)")
            if !node.hasKnownDependencies { print("    may need more") }
        }
        print("\(graph.nodes.count) registrations, \(graph.edges.count) needs")
        let layers = graph.nodes.filter { $0.kind == .decorator }
        let lists = graph.nodes.filter { $0.kind == .contribution }
        let others = graph.nodes.filter { $0.kind != .default && $0.kind != .takesArgument }
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
        #expect((layers.count, lists.count, others.count) == (1, 1, 4))
        #expect((missing.count, later.count + ofProperties.count, known.count, found.count) == (1, 0, 3, 0))
        #expect(required.count + contributions.count == 3)
        #expect(lines.value.first?.hasPrefix("1 decorator") == true)
        #expect(lines.value.contains("    may need more"))
        #expect(lines.value.contains("4 registrations, 3 needs"))
    }

    @Test func `the inventory shows what answers`() {
        container.register((any Store).self) { DiskStore() }
        container.register((any Store).self) { @MainActor in MemoryStore() }
        for info in container.registrations where !info.isDefault && info.depth == 0 {
            print(info.service, info.name ?? "", info.lifetime)
            print("    at \(info.fileID):\(info.line)")
            if info.actor != nil { print("    on its actor") }
        }
        #expect(lines.value.count == 3)
        #expect(lines.value.last == "    on its actor")
    }

    @Test func `tokens of all kinds remove`() {
        let tokens: [AnyServiceRegistration] = [
            container.register(MockStore(), for: (any Store).self),
            container.register(MockLog(), for: (any Log).self),
        ]
        for token in tokens { token.remove() }
        #expect(container.registrations.isEmpty)
        let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
        container.remove(storage)
        #expect(container.registrations.isEmpty)
    }

    @Test func `the token of a module removes it`() {
        let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
        storage.remove()
        #expect(container.registrations.isEmpty)
    }

    @Test func `registrations overwrite, have names and depend on contexts`() throws {
        container.register(MemoryStore(), for: (any Store).self)
        let store = DiskStore()
        container.overwriteExistingRegistrations(withService: store, for: (any Store).self)
        container.overwriteExistingRegistrations(service: (any Store).self) { DiskStore() }
        #expect(container.registrations.count == 1)
        enum Backup: DependencyName { static let name = "backup" }
        container.register(DiskStore(), for: (any Store).self, named: Backup.name)
        container.contribute(to: (any Command).self) { OpenCommand() }
        let commands = try container.resolvingAll((any Command).self)
        #expect(commands.count == 1)
        container.register(Settings.self, lifetime: .eager) { try Settings.load() }
        container.register((any Store).self, lifetime: .cached) { DiskStore() }
        if RuntimeContext.preview.isCurrent || RuntimeContext.test.isCurrent {
            container.register(MemoryStore(), for: (any Store).self)
        }
        if RuntimeContext.simulator.isCurrent { container.register(FakeCamera(), for: (any Camera).self) }
        #expect(container.resolve((any Store).self) is MemoryStore)
        #expect(!container.canResolve((any Camera).self))
    }

    @Test func `a weak property is read as a function`() {
        final class Child: Sendable {
            private let parent = WeakDependency<any Parent>()

            func call() { parent()?.called() }
        }
        let parent = RealParent()
        container.register(parent, for: (any Parent).self)
        DependencyContainer.withShared(container) { Child() }.call()
        #expect(parent.calls.count == 1)
    }
}
