import Hopoate
import HopoateDiagnostics
import Testing

private final class Theme: Sendable { init() {} }
private final class Widget: Sendable { init(_ theme: Theme) {} }
private final class Keeper: Sendable { init(_ part: Widget) {} }
private final class LazyWidget: Sendable {
    let theme: Lazy<Theme>
    init(_ theme: Lazy<Theme>) { self.theme = theme }
}
private final class LazyKeeper: Sendable {
    let part: LazyWidget
    init(_ part: LazyWidget) { self.part = part }
}
private final class Selfish: Sendable {}
private final class SelfishKeeper: Sendable { init(_ part: Selfish) {} }

/// What a parent keeps is made from the parent's services, and what each container makes anew from that container's. So
/// one registration may have other needs for a child than for its parent.
@Suite struct ValidatingChildrenTests {
    private let parent = DependencyContainer()
    private let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    private func registerParts() {
        parent.autoregister(Widget.self, lifetime: .transient, initializer: Widget.init)
        parent.autoregister(Keeper.self, initializer: Keeper.init)
    }

    @Test(arguments: [Lifetime.transient, .graph, .perContainer])
    func noCycleIsReportedWhereNoneIs(lifetime: Lifetime) throws {
        parent.register(Theme(), for: Theme.self)
        parent.autoregister(Widget.self, lifetime: lifetime, initializer: Widget.init)
        parent.autoregister(Keeper.self, initializer: Keeper.init)
        child.autoregister(Theme.self) { (keeper: Keeper) in Theme() }
        for container in [parent, child] {
            _ = try container.resolving(Theme.self)
            _ = try container.resolving(Widget.self)
            _ = try container.resolving(Keeper.self)
        }
        #expect(parent.problems().isEmpty)
        #expect(child.problems().isEmpty)
        #expect(child.problems(byCreating: true).isEmpty)
    }

    @Test func noCaptiveIsReportedWhereNoneIs() {
        parent.register(Theme(), for: Theme.self)
        registerParts()
        child.register(Theme.self, lifetime: .scoped(DependencyScope())) { Theme() }
        #expect(child.problems().isEmpty)
        #expect(child.problems(byCreating: true).isEmpty)
    }

    @Test func aParentsCaptiveIsReportedThoughAChildHasAnother() {
        parent.register(Theme.self, lifetime: .scoped(DependencyScope())) { Theme() }
        registerParts()
        child.register(Theme(), for: Theme.self)
        #expect(parent.problems().map(\.kind) == [.captive])
        #expect(child.problems().map(\.kind) == [.captive])
    }

    @Test func aParentsCycleIsReportedThoughAChildHasAnother() {
        parent.autoregister(Selfish.self, lifetime: .transient) { (selfish: Selfish) in Selfish() }
        parent.autoregister(SelfishKeeper.self, initializer: SelfishKeeper.init)
        child.register(Selfish(), for: Selfish.self)
        #expect(throws: DependencyError.self) { try child.resolving(SelfishKeeper.self) }
        #expect(child.problems().map(\.kind) == [.cycle])
    }

    @Test func whatALazyOfAParentMissesIsReported() throws {
        parent.autoregister(LazyWidget.self, lifetime: .transient, initializer: LazyWidget.init)
        parent.autoregister(LazyKeeper.self, initializer: LazyKeeper.init)
        child.register(Theme(), for: Theme.self)
        _ = try child.resolving(LazyKeeper.self)  // whose part's theme would trap
        #expect(parent.problems().map(\.kind) == [.missing])
        #expect(child.problems().map(\.kind) == [.missing])
        #expect(child.problems(byCreating: true).map(\.kind) == [.missing])
    }

    /// A weak service is nobody's, and made by its own container.
    @Test func aCaptiveOfAWeakServiceOfTheParentIsReported() {
        parent.register(Theme.self, lifetime: .scoped(DependencyScope())) { Theme() }
        parent.autoregister(Widget.self, lifetime: .weak, initializer: Widget.init)
        child.autoregister(Keeper.self, initializer: Keeper.init)
        #expect(child.problems().map(\.path) == [["Keeper", "Widget", "Theme"]])
    }

    @Test func noCycleIsReportedOverAWeakServiceOfTheParent() {
        parent.register(Theme(), for: Theme.self)
        parent.autoregister(Widget.self, lifetime: .transient, initializer: Widget.init)
        parent.autoregister(Keeper.self, lifetime: .weak, initializer: Keeper.init)
        child.autoregister(Theme.self) { (keeper: Keeper) in Theme() }
        #expect(child.problems().isEmpty)
    }

    @Test func aDecoratedServiceOfTheParentHidesNothing() throws {
        registerParts()
        parent.decorate(Widget.self) { $0 }
        let token = child.register(Theme(), for: Theme.self)
        #expect(throws: DependencyError.self) { try child.resolving(Keeper.self) }
        #expect(child.problems().map(\.kind) == [.missing])
        child.remove(token)
        parent.register(Theme.self, lifetime: .scoped(DependencyScope())) { Theme() }
        child.register(Theme(), for: Theme.self)
        #expect(child.problems().map(\.kind) == [.captive])
    }

    @Test func whatAnotherContainerMissesIsNoCycle() {
        child.register(Theme.self) { [parent] in try parent.resolving(Theme.self) }
        let found = child.problems(byCreating: true)
        #expect(found.count == 1)
        #expect(found.first?.description.contains("Nothing is registered for") == true)
    }
}

private final class Visit: Sendable {
    let isGood: Bool
    init(isGood: Bool) { self.isGood = isGood }
}
private final class Log: Sendable {}
private final class LogKeeper: Sendable { init(_ log: Log) {} }

/// What is made for the parent has not been tried for the child.
@Suite struct TryingOutForChildrenTests {
    private struct Bad: Error {}
    private let app = DependencyContainer()

    @Test(arguments: [Lifetime.transient, .perContainer])
    func whatFailsForARequestIsReportedAlsoIfItSucceedsForTheApp(lifetime: Lifetime) {
        app.autoregister(LogKeeper.self, initializer: LogKeeper.init)  // without it, or registered last, it works
        app.register(Log.self, lifetime: lifetime) {
            if !resolve(Visit.self).isGood { throw Bad() }
            return Log()
        }
        app.register(Visit(isGood: true), for: Visit.self)
        let request = DependencyContainer(parent: app)
        request.register(Visit(isGood: false), for: Visit.self)
        #expect(throws: DependencyError.self) { try request.resolving(Log.self) }
        #expect(request.problems(byCreating: true).count == 1)
    }

    @Test func aCaptiveOfARequestIsSeenAlsoIfTheAppHasNone() {
        app.autoregister(LogKeeper.self, initializer: LogKeeper.init)  // without it, or registered last, it works
        app.register(Log.self, lifetime: .perContainer) {
            _ = resolve(Visit.self)
            return Log()
        }
        app.register(Visit(isGood: true), for: Visit.self)
        let request = DependencyContainer(parent: app)
        request.register(Visit.self, lifetime: .scoped(DependencyScope())) { Visit(isGood: true) }
        #expect(request.problems(byCreating: true).map(\.kind) == [.captive])
    }

    private struct Wrong: Error { let number: Int }

    /// What a creator has caught has not been tried out for another container.
    @Test(arguments: [true, false]) func eachContainersErrorOfOneCreatorIsReported(_ isFirst: Bool) {
        let register = { [app] in
            app.register(Log.self, lifetime: .transient) {
                throw Wrong(number: try DependencyContainer.shared.resolving(Int.self))
            }
        }
        if isFirst { _ = register() }
        app.register(0, for: Int.self)
        app.register(LogKeeper.self) { LogKeeper(try DependencyContainer.shared.resolving(Log.self)) }
        if !isFirst { _ = register() }
        let request = DependencyContainer(parent: app)
        request.register(1, for: Int.self)
        request.register(String.self) {
            _ = try? DependencyContainer.shared.resolving(Log.self)
            return ""
        }
        let texts = request.problems(byCreating: true).map(\.description)
        #expect(texts.count == 2)
        #expect(texts.contains { $0.contains("number: 0") })
        #expect(texts.contains { $0.contains("number: 1") })
    }

    @Test func whatFailsForARequestIsReportedAlsoIfItFailsForTheAppMeanwhile() {
        app.register(Log.self, lifetime: .transient) {
            throw Wrong(number: try DependencyContainer.shared.resolving(Int.self))
        }
        app.register(0, for: Int.self)
        app.register(LogKeeper.self) { LogKeeper(try DependencyContainer.shared.resolving(Log.self)) }
        let request = DependencyContainer(parent: app)
        request.register(1, for: Int.self)
        request.register(String.self) {
            _ = try? DependencyContainer.shared.resolving(Log.self)
            return "\(try DependencyContainer.shared.resolving(LogKeeper.self))"
        }
        let texts = request.problems(byCreating: true).map(\.description)
        #expect(texts.count == 2)
        #expect(texts.contains { $0.contains("number: 0") })
        #expect(texts.contains { $0.contains("number: 1") })
    }
}
