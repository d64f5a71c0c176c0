import Hopoate
import HopoateDiagnostics
import Testing

/// What works in an app, and no check accuses.
@Suite struct NotAccusedTests {
    private final class Session: Sendable {}
    private final class Screen {
        @Dependency var session: Session
        let makeSession = Provider<Session?>()
        let lazySession = Lazy<Session>()
        init() { _ = (session, lazySession()) }
    }

    private let container = DependencyContainer()

    private func kinds(of container: DependencyContainer? = nil) async -> [DependencyProblem.Kind] {
        (container ?? self.container).problems().map(\.kind)
            + (await (container ?? self.container).problems(runningCreators: true)).map(\.kind)
    }

    @Test func `a stub, a registration or an eager creator above a decorated service`() async {
        container.register("base", for: String.self)
        container.decorate(String.self) { $0 + "!" }
        container.register(String.self, lifetime: .eager) { resolve(String.self) + "?" }
        #expect(container.resolve(String.self) == "base!?")
        #expect(await kinds().isEmpty)
        container.register("stub", for: String.self)
        #expect(await kinds().isEmpty)
    }

    @Test func `a property that is read in an init holds nothing`() async throws {
        container.register(Session.self, lifetime: .scoped(DependencyScope())) { Session() }
        container.register(Int.self) {
            final class Reader {
                @Dependency var session: Session
                init() { _ = session }
            }
            _ = Reader()
            return 1
        }
        #expect(await kinds().isEmpty)
        // What a `Lazy` has resolved, it holds.
        container.register(Screen.self) { Screen() }
        #expect(await kinds() == [.captive])
    }

    @Test func `a provider of an optional service`() async {
        final class Maker { let makeSession = Provider<Session?>() }
        container.register(Maker.self) { Maker() }
        container.autoregister(Int.self) { (_: Provider<Session?>, _: Lazy<Session?>) in 1 }
        #expect(await kinds().isEmpty)
    }

    @Test func `a clean-up that resolves, and reads properties`() async {
        container.register(Screen.self) { Screen() }.onRemove { screen in
            _ = (screen.session, resolve(Session.self))
            await Task.yield()
            _ = (screen.makeSession(), resolve(Session.self))
        }
        container.register(Session.self) { Session() }
        #expect(await kinds().isEmpty)
    }
}
