import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

@Suite struct CoveredTests {
    private let container = DependencyContainer()

    private struct Sink {}
    private struct Hub { init(_ sinks: [Sink]) {} }

    @Test(arguments: [false, true]) func `contributions that a registered list covers are reported`(runs: Bool) throws {
        container.autoregister(Hub.self) { Hub($0) }
        container.contribute(to: Sink.self, fileID: "App/A.swift", line: 1) { Sink() }
        container.contribute(to: Sink.self, fileID: "App/A.swift", line: 2) { Sink() }
        #expect(container.problems(runningCreators: runs).isEmpty)
        let token = container.register([Sink()], for: [Sink].self, fileID: "App/A.swift", line: 3)
        let problem = try #require(container.problems(runningCreators: runs).first)
        let sink = "HopoateDiagnosticsTests.CoveredTests.Sink"
        #expect(
            problem.description == """
                Swift.Array<\(sink)> is registered, so the contribution to \(sink) is not used.
                    registration: Swift.Array<\(sink)>, eager, registered at App/A.swift:3
                    registration: contribution to \(sink), cached, registered at App/A.swift:1
                    registration: contribution to \(sink), cached, registered at App/A.swift:2
                To fix this, one of:
                    1. Contribute the services of the registered list too, and remove its registration.
                    2. Remove the contributions.
                    3. If the list replaces the contributions on purpose, accept the problem: `checkWiring(accepting:)`.
                """
        )
        let edges = container.graph().edges.filter { $0.from == 0 }
        #expect(edges.map(\.service) == ["Swift.Array<\(sink)>"])
        container.remove(token)
        // A child's list replaces what it inherits.
        let child = DependencyContainer(parent: container)
        child.register([], for: [Sink].self)
        #expect(child.problems(runningCreators: runs).isEmpty)
        let (_, mock) = container.registerMock([Sink()], for: ServiceKey([Sink].self, named: nil), CodePlace())
        #expect(container.problems(runningCreators: runs).isEmpty)
        withExtendedLifetime(mock) {}
    }

    private struct Decorating: DependencyModule {
        func register(in container: DependencyContainer) {
            container.register("base", for: String.self, fileID: "App/B.swift", line: 1)
            container.decorate(String.self, fileID: "App/B.swift", line: 2) { $0 + "!" }
        }
    }

    private struct Covering: DependencyModule {
        func register(in container: DependencyContainer) {
            container.register("newer", for: String.self, fileID: "App/B.swift", line: 3)
        }
    }

    @Test func `a decorator that a newer registration covers is reported`() throws {
        container.decorate(Int.self, fileID: "App/A.swift", line: 1) { $0 + 1 }
        container.register(1, for: Int.self, fileID: "App/A.swift", line: 2)
        #expect(
            container.problems().map(\.description) == [
                """
                Swift.Int has a decorator, but a newer registration covers it.
                    decorator: Swift.Int, decorator, registered at App/A.swift:1
                    covered by: Swift.Int, eager, registered at App/A.swift:2
                To fix this, one of:
                    1. Add the decorator after the newer registration.
                    2. Remove the decorator.
                """
            ]
        )
        container.decorate(Int.self, fileID: "App/A.swift", line: 3) { $0 + 1 }
        #expect(container.problems().count == 1)
    }

    @Test func `a decorator is covered on purpose by a mock, another source module, a child, or after its module`() {
        container.register("base", for: String.self, fileID: "App/A.swift", line: 1)
        container.decorate(String.self, fileID: "App/A.swift", line: 2) { $0 + "!" }
        container.register("test", for: String.self, fileID: "AppTests/A.swift", line: 3)
        DependencyContainer(parent: container).register("child", for: String.self, fileID: "App/A.swift", line: 4)
        let (_, mock) = container.registerMock(
            "mock",
            for: ServiceKey(String.self, named: nil),
            CodePlace("App/A.swift", 1)
        )
        #expect(container.problems().isEmpty)
        withExtendedLifetime(mock) {}
        let other = DependencyContainer()
        other.install(Decorating())
        other.register("override", for: String.self, fileID: "App/A.swift", line: 5)
        #expect(other.problems().isEmpty)
        let modules = DependencyContainer()
        modules.install(Decorating())
        modules.install(Covering())
        #expect(modules.problems().map(\.kind) == [.duplicate, .nothingToDecorate])
    }
}
