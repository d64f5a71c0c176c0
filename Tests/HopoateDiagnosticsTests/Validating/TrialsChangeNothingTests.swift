import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

private final class Session: Sendable {
    let closed = Counter()
    func close() { closed.increment() }
}

private final class Api: Sendable {
    let session: Session
    init(_ session: Session) { self.session = session }
}

/// A check runs creators, and changes nothing outside of its fork.
@Suite struct TrialsChangeNothingTests {
    private let container = DependencyContainer()

    // MARK: - What a check leaves behind

    /// An object that outlives the check: a creator hands it out.
    private final class Player: @unchecked Sendable {
        @Dependency var session: Session
        @OptionalDependency var text: String?
        @Dependency var track: Api
        let makeApi = Provider<Api>()
        let lists = Provider<[Int]>()
        let later = Lazy<Session>()
        let shared = DependencyContainer.shared
        let child = DependencyContainer(parent: .shared)
        var container: DependencyContainer { _session.container }
    }

    /// Registers a service whose creator hands out objects that outlive the check.
    private func registerPlayer(in container: DependencyContainer, _ lifetime: Lifetime = .cached) -> Protected<
        [Player]
    > {
        let players = Protected<[Player]>([])
        container.register(Player.self, lifetime: lifetime) {
            let player = Player()
            players.withLock { $0.append(player) }
            return player
        }
        return players
    }

    @Test(arguments: [.cached, .transient, .eager] as [Lifetime])
    func `what a check leaves behind asks the container that was checked`(_ lifetime: Lifetime) throws {
        container.register(Session.self, lifetime: .perContainer) { Session() }
        container.register(Api.self, lifetime: .transient) { Api(resolve(Session.self)) }
        container.contribute(to: Int.self) { 1 }
        let players = registerPlayer(in: container, lifetime)
        players.withLock { $0 = [] }
        #expect(container.problems(runningCreators: true).isEmpty)
        _ = container.graph(runningCreators: true)
        let left = players.withLock(\.self)
        #expect(left.count == 2)
        let session = container.resolve(Session.self)
        for player in left {
            #expect(player.session === session)
            #expect(player.text == nil)
            #expect(player.track === player.track)
            #expect(player.track.session === session)
            #expect(player.makeApi() !== player.makeApi())
            #expect(player.lists() == [1])
            #expect(player.later() === session)
            #expect(player.container === container)
            #expect(player.shared.resolve(Session.self) === session)
            #expect(player.shared.optionalResolve(Session.self) === session)
            #expect(player.shared.canResolve(Session.self))
            #expect(player.child.resolve(Api.self).session !== session)
            let token = player.shared.register("mock", for: String.self)
            #expect(container.resolve(String.self) == "mock")
            #expect(player.text == "mock")
            container.remove(token)
            #expect(player.text == nil)
        }
        let mock = container.register(Session(), for: Session.self)
        #expect(left.allSatisfy { $0.session === container.resolve(Session.self) && $0.track !== $0.makeApi() })
        container.remove(mock)
    }

    @Test func `what a check leaves behind holds the container weakly`() {
        weak var released: DependencyContainer?
        let players: Protected<[Player]>
        do {
            let container = DependencyContainer()
            container.register(Session(), for: Session.self)
            players = registerPlayer(in: container, .transient)
            #expect(container.problems(runningCreators: true).map(\.path) == [["Player", "Api"]])
            released = container
        }
        #expect(released == nil)
        let player = players.withLock { $0[0] }
        #expect(player.text == nil)
        #expect(failure { try player.shared.resolving(Session.self) } == "missing: Session")
    }

    @Test func `what a check of a child leaves behind asks the container that owns it`() {
        container.register("parent", for: String.self)
        container.register(Session(), for: Session.self)
        container.register(Api.self) { Api(resolve(Session.self)) }
        let ofParent = registerPlayer(in: container)
        let child = DependencyContainer(parent: container)
        child.register("child", for: String.self)
        let ofChild = Protected<[Player]>([])
        child.register(Player.self, named: "child") {
            let player = Player()
            ofChild.withLock { $0.append(player) }
            return player
        }
        #expect(child.problems(runningCreators: true).isEmpty)
        #expect(ofParent.withLock(\.self).map(\.text) == ["parent"])
        #expect(ofChild.withLock(\.self).map(\.text) == ["child"])
        #expect(ofChild.withLock(\.self)[0].container === child)
        #expect(ofChild.withLock(\.self)[0].session === container.resolve(Session.self))
        child.removeAll()
        #expect(ofChild.withLock(\.self).map(\.text) == ["parent"])
    }

    @Test func `what a check leaves behind works on other threads meanwhile`() async {
        container.register(Session(), for: Session.self)
        let players = registerPlayer(in: container, .transient)
        let hasEnded = Protected(false)
        container.register(Int.self) { 1 }
        container.register(Api.self) { Api(resolve(Session.self)) }
        async let reads: Void = onThread {
            while !hasEnded.withLock(\.self) {
                for player in players.withLock(\.self) {
                    _ = player.session
                    _ = player.text
                    _ = player.shared.optionalResolve(String.self)
                }
            }
        }
        for _ in 1...20 { #expect(container.problems(runningCreators: true).isEmpty) }
        hasEnded.withLock { $0 = true }
        await reads
    }

    // MARK: - The container at hand

    @Test func `a look-up in the container at hand is the trial's`() {
        let (container, created) = (container, Counter())
        container.register(Session.self) {
            created.increment()
            return Session()
        }
        container.register(Int.self, taking: Bool.self) { $0 ? 1 : 0 }
        container.contribute(to: Int.self) { [unowned container] in container.resolve(Int.self, with: true) }
        container.register(Api.self) { [unowned container] in
            #expect(container.canResolve(Session.self))
            #expect(container.resolveAll(Int.self) == [1])
            #expect(container.optionalResolve(Int.self, with: false) == 0)
            let session = try container.resolving(Session.self)
            #expect(container.optionalResolve(Session.self) === session)
            #expect(resolve(Session.self) === session)
            return Api(container.resolve(Session.self))
        }
        let graph = container.graph(runningCreators: true)
        #expect(graph.arrows.contains("Api required Session seen"), "\(graph.arrows)")
        #expect(created.count == 1)
        _ = container.resolve(Session.self)
        #expect(created.count == 2)
        _ = container.graph(runningCreators: true)
        #expect(created.count == 3)
    }

    @Test func `a look-up in the container at hand hides no captive`() {
        let container = container
        container.register(Session.self, lifetime: .scoped(DependencyScope())) { Session() }
        container.register(Api.self) { [unowned container] in Api(container.resolve(Session.self)) }
        #expect(container.kindsOfProblems == ["captive", "capturedContainer"])
    }

    @Test func `a look-up in a parent of the checked container is the trial's`() {
        let (parent, created) = (container, Counter())
        parent.register(Session.self) {
            created.increment()
            return Session()
        }
        let child = DependencyContainer(parent: parent)
        child.register(Api.self) { [unowned parent] in Api(parent.resolve(Session.self)) }
        let graph = child.graph(runningCreators: true)
        #expect(graph.arrows == ["Api required Session seen"])
        #expect(created.count == 1)
        _ = parent.resolve(Session.self)
        #expect(created.count == 2)
    }

    private final class Screen: Sendable {
        let session = Dependency<Session>()
        let lists = Provider<[Int]>()
    }

    @Test func `a property that was made before a check asks the container`() {
        let (container, created) = (container, Counter())
        container.register(Session.self) {
            created.increment()
            // What the container creates for itself looks up there too.
            #expect(container.optionalResolve(Int.self) == container.optionalResolve(Int.self))
            return Session()
        }
        container.contribute(to: Int.self) { 1 }
        let screen = DependencyContainer.withShared(container) { Screen() }
        container.register(Api.self) {
            #expect(screen.lists() == [1])
            return Api(screen.session())
        }
        #expect(container.kindsOfProblems == ["capturedContainer"])
        #expect(created.count == 2)
        #expect(container.resolve(Session.self) === screen.session())
        #expect(created.count == 2)
    }

    @Test func `a property or child that a creator makes of the container at hand is the trial's`() {
        let (container, created) = (container, Counter())
        container.register(Session.self) {
            created.increment()
            return Session()
        }
        let left = Protected<[Dependency<Session>]>([])
        container.register(Api.self) { [unowned container] in
            let property = Dependency<Session>(container: container)
            left.withLock { $0.append(property) }
            let child = DependencyContainer(parent: container)
            #expect(child.resolve(Session.self) === property())
            #expect(Provider<Session>(container: container)() === property())
            return Api(property())
        }
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(created.count == 1)
        #expect(left.withLock { $0[0] }() === container.resolve(Session.self))
        #expect(created.count == 2)
    }

    @Test func `a scope that a creator resets releases the instances of the trial alone`() {
        let (container, scope) = (container, DependencyScope())
        container.register(Session.self, lifetime: .scoped(scope)) { Session() }.onRemove { $0.close() }
        let kept = container.resolve(Session.self)
        container.register(Api.self, lifetime: .transient) {
            let first = resolve(Session.self)
            scope.reset()
            #expect(resolve(Session.self) !== first)
            return Api(Session())
        }
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(container.resolve(Session.self) === kept)
        #expect(kept.closed.count == 0)
    }

    @Test func `another thread looks up in the container meanwhile`() {
        let container = container
        container.register(Session(), for: Session.self)
        container.register(Api.self) {
            let finished = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let token = container.register(7, for: Int.self)
                #expect(container.resolve(Int.self) == 7)
                container.remove(token)
                finished.signal()
            }
            finished.wait()
            return Api(resolve(Session.self))
        }
        #expect(container.problems(runningCreators: true).isEmpty)
    }

    @Test func `a creator changes the container at hand in the fork only, and is reported`() {
        struct Extras: DependencyModule {
            func register(in container: DependencyContainer) { container.register(1.5, for: Double.self) }
        }
        let container = container
        let token = container.register("text", for: String.self)
        let session = container.register(Session.self) { Session() }
        let kept = container.resolve(Session.self)
        let module = container.install(Extras())
        let line = (creator: #line + 1 as UInt, uses: ([5, 6, 7, 10, 11] as [UInt]).map { $0 + #line })
        container.register(Api.self) { [unowned container] in
            container.remove(token)
            container.reset(session)
            container.remove(module)
            #expect(container.resolve(String.self) == "text")
            let extra = container.register(7, for: Int.self)
            #expect(container.resolve(Int.self) == 7)
            #expect(resolve(Int.self) == 7)
            container.remove(extra)
            #expect(container.optionalResolve(Int.self) == nil)
            container.register(8, for: Int.self)
            return Api(resolve(Session.self))
        }
        let count = container.registrations.count
        let problems = container.problems(runningCreators: true)
        #expect(problems.allSatisfy { $0.path == ["Api"] })
        let lines = problems.compactMap { problem in
            if case .capturedContainer(#fileID, let line) = problem.kind { line } else { nil }
        }
        // Those of the look-ups and registrations, and for all that removes, that of the creator's registration.
        #expect(lines == [line.creator] + line.uses)
        #expect(container.registrations.count == count)
        #expect(container.resolve(String.self) == "text")
        #expect(container.resolve(Session.self) === kept)
        #expect(container.resolve(Double.self) == 1.5)
        #expect(!container.canResolve(Int.self))
    }

    @Test func `a creator that removes all registrations removes none`() {
        let container = container
        container.register("text", for: String.self)
        container.register(Api.self, lifetime: .transient) { [unowned container] in
            container.removeAll()
            return Api(Session())
        }
        #expect(container.kindsOfProblems == ["capturedContainer"])
        #expect(container.registrations.count == 2)
    }

    // MARK: - Captured containers

    @Test func `a captured container is reported by its line`() {
        let container = container
        container.register(Session.self) { Session() }
        container.register(Api.self) { [unowned container] in
            Api(container.resolve(Session.self))
        }
        let line: UInt = #line - 2
        let problems = container.problems(runningCreators: true)
        #expect(problems.map(\.kind) == [.capturedContainer(fileID: #fileID, line: line)])
        #expect(problems[0].service == "HopoateDiagnosticsTests.Api")
        #expect(
            problems[0].description == """
                The creator of HopoateDiagnosticsTests.Api uses a container that it has captured.
                    registration: HopoateDiagnosticsTests.Api, cached, registered at \(#fileID):\(line - 1)
                    used at: \(#fileID):\(line)
                    note: resolutions there bypass children and isolated tests.
                    note: a container that is captured strongly is never released.
                To fix this, one of:
                    1. Resolve the service in the container that creates it: call `resolve(_:)`, or in an extension of the container \
                `DependencyContainer.shared.resolving(_:)`.
                    2. Move the code from the extension of the container to a module or to a free function, and call `resolve(_:)` there.
                    3. Register and remove services where the app registers the others. Here, a check changes only its fork.
                """
        )
    }

    @Test func `one line that several creators run is one problem`() {
        container.register(Session.self) { Session() }
        container.register(Api.self) { [unowned container] in container.makeApi() }
        container.register(Api.self, named: "other") { [unowned container] in container.makeApi() }
        container.register(Api.self, named: "shared") {
            Api(try DependencyContainer.shared.resolving(Session.self))
        }
        #expect(container.kindsOfProblems == ["capturedContainer"])
        #expect(container.problems(runningCreators: true).map(\.nodes.count) == [2])
    }

    @Test func `an object that looks up in its container is no captured container`() {
        let container = container
        container.register(Session(), for: Session.self)
        let screen = DependencyContainer.withShared(container) { Screen() }
        container.register(Api.self) { Api(screen.session()) }
        #expect(container.problems(runningCreators: true).isEmpty)
    }

    @Test func `the process-wide container may be captured unless a child is checked`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer.shared
            container.register(Session.self) { Session() }
            container.register(Api.self) { Api(container.resolve(Session.self)) }
            precondition(container.problems(runningCreators: true).isEmpty)
            precondition(DependencyContainer(parent: container).kindsOfProblems == ["capturedContainer"])
        }
    }

    // MARK: - Clean-ups

    @Test func `a check cleans up only objects that nothing else holds`() {
        let (registered, shared) = (Session(), Session())
        let created = Protected<[Counter]>([])
        container.register(registered, for: Session.self).onRemove { $0.close() }
        container.decorate(Session.self) { $0 }.onRemove { $0.close() }
        container.register(Session.self, named: "alias") { resolve(Session.self) }.onRemove { $0.close() }
        container.register(Session.self, named: "shared") { shared }.onRemove { $0.close() }
        container.register(Session.self, named: "own") {
            let session = Session()
            created.withLock { $0.append(session.closed) }
            return session
        }.onRemove { $0.close() }
        container.decorate(Session.self, named: "own") { $0 }.onRemove { $0.close() }
        container.register(Api.self) { Api(resolve(Session.self, named: "own")) }
        let graph = container.graph(runningCreators: true)
        #expect(registered.closed.count == 0)
        #expect(shared.closed.count == 0)
        #expect(created.withLock { $0.map(\.count) } == [1])
        let named = graph.description.split(separator: "\n").filter { $0.contains("onRemove not run") }
        #expect(named.count == 4, "\(graph)")
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(registered.closed.count == 0)
        #expect(created.withLock { $0.map(\.count) } == [1, 1])
    }
}

extension DependencyContainer {
    /// Without their values.
    fileprivate var kindsOfProblems: [String] {
        problems(runningCreators: true).map { String("\($0.kind)".prefix { $0 != "(" }) }
    }

    /// Written in an extension of the container, where `resolve` is the container's.
    fileprivate func makeApi() -> Api { Api(resolve(Session.self)) }
}
