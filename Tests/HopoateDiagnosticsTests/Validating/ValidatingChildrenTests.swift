import Hopoate
import HopoateDiagnostics
import Testing

private final class Theme: Sendable { init() {} }
private final class Widget: Sendable { init(_ theme: Theme) {} }
private final class Screen: Sendable { init(_ part: Widget) {} }

/// A parent's instance uses the parent's services, and an instance per container uses that container's. So one
/// registration may have other needs for a child than for its parent.
@Suite struct ValidatingChildrenTests {
    private let parent = DependencyContainer()
    private let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test(arguments: [Lifetime.transient, .graph, .perContainer])
    func `services of a parent and a child that need one another are no cycle`(lifetime: Lifetime) async throws {
        parent.register(Theme(), for: Theme.self)
        parent.autoregister(Widget.self, lifetime: lifetime, initializer: Widget.init)
        parent.autoregister(Screen.self, initializer: Screen.init)
        child.autoregister(Theme.self) { (screen: Screen) in Theme() }
        for container in [parent, child] {
            _ = try container.resolving(Theme.self)
            _ = try container.resolving(Widget.self)
            _ = try container.resolving(Screen.self)
        }
        #expect(parent.problems().isEmpty)
        // The parent's screen holds the parent's widget.
        let kinds: [DependencyProblem.Kind] = lifetime == .perContainer ? [.captive] : []
        #expect(child.problems().map(\.kind) == kinds)
        #expect(await child.problems(runningCreators: true).map(\.kind) == kinds)
    }

    @Test func `a captive of the parent is reported although the child overrides the service`() {
        parent.register(Theme.self, lifetime: .scoped(DependencyScope())) { Theme() }
        parent.autoregister(Widget.self, lifetime: .transient, initializer: Widget.init)
        parent.autoregister(Screen.self, initializer: Screen.init)
        child.register(Theme(), for: Theme.self)
        #expect(parent.problems().map(\.kind) == [.captive])
        #expect(child.problems().map(\.kind) == [.captive])
    }
}

private final class Visit: Sendable {
    let isGood: Bool
    init(isGood: Bool) { self.isGood = isGood }
}
private final class Log: Sendable {}
private final class Reporter: Sendable { init(_ log: Log) {} }

/// An instance that was created for the parent proves nothing about the child.
@Suite struct TryingOutForChildrenTests {
    private struct Bad: Error {}
    private let app = DependencyContainer()

    @Test(arguments: [Lifetime.transient, .perContainer])
    func `a creator that fails for a request is reported although it succeeds for the app`(lifetime: Lifetime) async {
        app.autoregister(Reporter.self, initializer: Reporter.init)  // without it, or registered last, it works
        app.register(Log.self, lifetime: lifetime) {
            if !resolve(Visit.self).isGood { throw Bad() }
            return Log()
        }
        app.register(Visit(isGood: true), for: Visit.self)
        let request = DependencyContainer(parent: app)
        request.register(Visit(isGood: false), for: Visit.self)
        #expect(throws: DependencyError.self) { try request.resolving(Log.self) }
        let kinds = await request.problems(runningCreators: true).map(\.kind)
        #expect(kinds.filter { $0 != .captive } == [.creatorFailed("Bad()")])
        // The app's reporter holds the app's log.
        #expect(kinds.contains(.captive) == (lifetime == .perContainer))
    }
}
