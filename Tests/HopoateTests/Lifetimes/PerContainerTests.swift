import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct PerContainerTests {
    let app = DependencyContainer()

    private func request(_ id: Int) -> DependencyContainer {
        let request = DependencyContainer(parent: app)
        request.register(id, for: Int.self)
        return request
    }

    @Test func `the inventory and the graph list the registration once`() async {
        app.register(Logger.self, lifetime: .perContainer) { Logger("\(resolve(Int.self))") }
        let request = request(1)
        _ = request.resolve(Logger.self)
        #expect(request.registrations.map { "\($0.service)" } == ["Int"])
        #expect(request.graph().nodes.count == 2)
        #expect(await request.graph(runningCreators: true).edges.count == 1)
    }
}
