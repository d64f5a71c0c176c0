// The snippets of the article *A debug menu*, and its statements.

import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@MainActor
final class DebugMenu {
    private let container: DependencyContainer
    private let profile: StartUpProfile
    private var tracer: ResolutionTracer?
    private(set) var trees: [String] = []

    init(_ container: DependencyContainer = .shared) {
        self.container = container
        profile = StartUpProfile(container)
    }

    func appHasLaunched() { profile.end() }

    var wiring: String { container.graph().description }

    var launchTimes: String { profile.description }

    func startTracing() {
        tracer = ResolutionTracer(container) { tree in
            Task { @MainActor [weak self] in self?.add(tree) }
        }
    }

    func stopTracing() { tracer = nil }

    private func add(_ tree: String) { trees = (trees + [tree]).suffix(20) }
}

private struct Folder: Sendable {}
private final class Archive: Sendable { init(folder: Folder) {} }
private final class Feed: Sendable { init(archive: Archive) {} }

@MainActor @Suite struct DebugMenuTests {
    private let container = DependencyContainer()
    private let closed = Protected(0)

    private func registerArchive() {
        container.register(Folder(), for: Folder.self)
        let archive = container.autoregister(Archive.self, initializer: Archive.init)
        archive.onRemove { [closed] _ in closed.withLock { $0 += 1 } }
    }

    private func registerFeed() {
        registerArchive()
        container.register(Feed.self) { Feed(archive: try resolving(Archive.self)) }
    }

    /// The tree, without the places of registrations.
    private func tree(_ graph: DependencyGraph) -> String {
        graph.description.replacing(/, \w+\/\w+\.swift:\d+/, with: "")
    }

    @Test func `the menu shows wiring, times and resolutions`() async {
        let menu = DebugMenu(container)
        registerFeed()
        _ = container.resolve(Feed.self)
        menu.appHasLaunched()
        #expect(menu.launchTimes.contains("1  HopoateTestingHelpersTests.Feed"))
        #expect(menu.wiring.contains("Archive"))
        menu.startTracing()
        for _ in 1...21 { _ = container.resolve(Feed.self) }
        while menu.trees.count < 20 { await Task.yield() }
        menu.stopTracing()
        let isResolution = { (text: String) in text.hasSuffix("= kept") || text.contains("requested at") }
        #expect(menu.trees.allSatisfy(isResolution))
        #expect(menu.launchTimes.contains("  1  HopoateTestingHelpersTests.Feed"))
    }

    @Test func `dependencies become known by an initializer or by running`() {
        registerFeed()
        let unknown = """
            Archive (cached)
            └── Folder (eager)
            Feed (cached, dependencies unknown)
            """
        let known = """
            Feed (cached)
            └── Archive (cached)
                └── Folder (eager)
            """
        #expect(tree(container.graph()) == unknown)
        print(container.graph(runningCreators: true))
        #expect(tree(container.graph(runningCreators: true)).replacing("seen: ", with: "") == known)
        container.removeAll()
        registerArchive()
        container.autoregister(Feed.self, initializer: Feed.init)
        #expect(tree(container.graph()) == known)
    }

    @Test func `running creators cleans up, unless an awaited instance is used`() async throws {
        registerFeed()
        _ = container.graph(runningCreators: true)
        #expect(closed.withLock { $0 } == 1)
        let mark = "onRemove not run: something else may hold the instance"
        #expect(!container.graph(runningCreators: true).description.contains(mark))
        #expect(closed.withLock { $0 } == 2)
        container.register(Int.self, asyncCreator: { 1 })
        _ = try await container.asyncResolve(Int.self)
        #expect(container.graph(runningCreators: true).description.contains(mark))
        #expect(closed.withLock { $0 } == 2)
    }

    @Test func `creators that fail or do not run stay unknown`() {
        container.register(Feed.self) { throw CancellationError() }
        container.register(Archive.self, taking: Folder.self) { Archive(folder: $0) }
        container.register(Folder.self, asyncCreator: { Folder() })
        #expect(container.graph(runningCreators: true).nodes.map(\.hasKnownDependencies) == [false, false, false])
    }
}
