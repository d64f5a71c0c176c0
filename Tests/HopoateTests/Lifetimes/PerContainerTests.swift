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

    @Test func `each container has its own instance, which is released with it`() {
        let removed = Shared<[String]>([])
        let token = app.register(Logger.self, lifetime: .perContainer) { Logger("\(resolve(Int.self))") }
        token.onRemove { logger in removed.change { $0.append(logger.label) } }
        app.register(0, for: Int.self)
        let second = request(2)
        do {
            let first = request(1)
            #expect(first.resolve(Logger.self) === first.resolve(Logger.self))
            #expect([first, second, app].map { $0.resolve(Logger.self).label } == ["1", "2", "0"])
        }
        #expect(removed.value == ["1"])
        // No look-up finds it any longer, and it is released with its container.
        app.remove(token)
        #expect(second.optionalResolve(Logger.self) == nil)
        #expect(removed.value == ["1", "0"])
        second.removeAll()
        #expect(removed.value == ["1", "0", "2"])
    }

    @Test func `the inventory and the graph list the registration once`() async {
        app.register(Logger.self, lifetime: .perContainer) { Logger("\(resolve(Int.self))") }
        let request = request(1)
        _ = request.resolve(Logger.self)
        #expect(request.registrations.map { "\($0.service)" } == ["Int"])
        #expect(request.graph().nodes.count == 2)
        #expect(await request.graph(runningCreators: true).edges.count == 1)
    }

    @Test func `a decoration is released before a newer service that it decorates`() throws {
        let removed = Shared<[String]>([])
        let request = request(1)
        request.decorate(Logger.self) { Logger("decorated \($0.label)") }
            .onRemove { logger in removed.change { $0.append(logger.label) } }
        app.register(Logger.self, lifetime: .perContainer) { Logger("logger") }
            .onRemove { logger in removed.change { $0.append(logger.label) } }
        #expect(try request.resolving(Logger.self).label == "decorated logger")
        request.removeAll()
        #expect(removed.value == ["decorated logger", "logger"])
    }

    private final class Buffer {
        let flushes: Counter
        init(_ flushes: Counter) { self.flushes = flushes }
        func flush() { flushes.increment() }
    }

    /// Uses an older service in its `deinit`.
    private final class Writer {
        @Dependency var buffer: Buffer
        init() { buffer.flush() }
        deinit { buffer.flush() }
    }

    @Test(arguments: [true, false])
    func `the newest instance of a request is released first and may use older ones`(isReset: Bool) {
        let (flushes, closed) = (Counter(), Shared<[String]>([]))
        app.register(Writer.self, lifetime: .perContainer) { Writer() }
            .onRemove { _ in closed.change { $0.append("writer") } }
        app.register(Buffer.self, lifetime: .perContainer) { Buffer(flushes) }
            .onRemove { _ in closed.change { $0.append("buffer") } }
        do {
            let request = request(1)
            // The buffer is created within the writer's initializer, so it is older.
            _ = withExtendedLifetime(request) { request.resolve(Writer.self) }
            if isReset { request.removeAll() }
        }
        #expect(flushes.count == 2)
        #expect(closed.value == ["writer", "buffer"])
    }
}
