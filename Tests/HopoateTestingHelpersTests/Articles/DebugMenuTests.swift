// The snippets of the article *A debug menu*, and its statements.

import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@MainActor
final class DebugMenu {
    private let container: DependencyContainer
    private var tracer: ResolutionTracer?
    private(set) var trees: [String] = []
    private var samples: AnyServiceRegistration?

    init(_ container: DependencyContainer = .shared) { self.container = container }

    var wiring: String { container.graph().description }

    func startTracing() {
        tracer = ResolutionTracer(container) { tree in
            Task { @MainActor [weak self] in self?.add(tree) }
        }
    }

    func stopTracing() { tracer = nil }

    private func add(_ tree: String) { trees = (trees + [tree]).suffix(20) }

    var showsSamples: Bool {
        get { samples != nil }
        set {
            samples?.remove()
            samples = newValue ? registerSamples() : nil
        }
    }

    private func registerSamples() -> AnyServiceRegistration {
        container.register(SampleFeed(), for: (any FeedLoading).self)
    }
}

protocol FeedLoading: Sendable {
    var titles: [String] { get }
}

struct SampleFeed: FeedLoading {
    let titles = ["Sample"]
}

private struct DownloadedFeed: FeedLoading {
    let titles = ["News"]
}

private struct Folder: Sendable {}
private final class Archive: Sendable { init(folder: Folder) {} }
private final class Feed: Sendable { init(archive: Archive) {} }

@MainActor @Suite struct DebugMenuTests {
    private let container = DependencyContainer()

    private func registerArchive() {
        container.register(Folder(), for: Folder.self)
        container.autoregister(Archive.self, initializer: Archive.init)
    }

    private func registerFeed() {
        registerArchive()
        container.register(Feed.self) { Feed(archive: try resolving(Archive.self)) }
    }

    /// The tree, without the places of registrations.
    private func tree(_ graph: DependencyGraph) -> String {
        graph.description.replacing(/, \w+\/\w+\.swift:\d+/, with: "")
    }

    @Test func `the menu shows wiring and resolutions`() async {
        let menu = DebugMenu(container)
        registerFeed()
        _ = container.resolve(Feed.self)
        #expect(menu.wiring.contains("Archive"))
        menu.startTracing()
        for _ in 1...21 { _ = container.resolve(Feed.self) }
        while menu.trees.count < 20 { await Task.yield() }
        menu.stopTracing()
        let isResolution = { (text: String) in text.hasSuffix("= kept") || text.contains("requested at") }
        #expect(menu.trees.allSatisfy(isResolution))
    }

    @Test func `the menu swaps a service and puts it back`() {
        let menu = DebugMenu(container)
        container.register(DownloadedFeed(), for: (any FeedLoading).self)
        let feed = Dependency<any FeedLoading>(container: container)
        #expect(feed().titles == ["News"])
        for _ in 1...2 {
            menu.showsSamples = true
            menu.showsSamples = true
            #expect(menu.showsSamples && feed().titles == ["Sample"])
            menu.showsSamples = false
            menu.showsSamples = false
            #expect(!menu.showsSamples && feed().titles == ["News"])
        }
        #expect(container.registrations.count == 1)
    }

    @Test func `dependencies become known by an initializer or by running`() async {
        registerFeed()
        let unknown = """
            Archive (cached)
            └── Folder (instance)
            Feed (cached, dependencies unknown)
            """
        let known = """
            Feed (cached)
            └── Archive (cached)
                └── Folder (instance)
            """
        #expect(tree(container.graph()) == unknown)
        print(await container.graph(runningCreators: true))
        #expect(await tree(container.graph(runningCreators: true)).replacing("seen: ", with: "") == known)
        container.removeAll()
        registerArchive()
        container.autoregister(Feed.self, initializer: Feed.init)
        #expect(tree(container.graph()) == known)
    }

    @Test func `creators that fail or do not run stay unknown`() async {
        container.register(Feed.self) { throw CancellationError() }
        container.register(Archive.self, taking: Folder.self) { Archive(folder: $0) }
        #expect(await container.graph(runningCreators: true).nodes.map(\.hasKnownDependencies) == [false, false])
    }
}
