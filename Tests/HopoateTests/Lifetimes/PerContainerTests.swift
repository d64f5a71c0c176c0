import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct PerContainerTests {
    private final class RequestLog: Sendable {
        let id: Int
        init(id: Int) { self.id = id }
    }

    let app = DependencyContainer()

    private func request(_ id: Int) -> DependencyContainer {
        let request = DependencyContainer(parent: app)
        request.register(id, for: Int.self)
        return request
    }

    @discardableResult
    private func register(isAsync: Bool = false) -> ServiceRegistration<RequestLog> {
        if isAsync {
            return app.register(RequestLog.self, lifetime: .perContainer) {
                await Task.yield()
                return RequestLog(id: try DependencyContainer.shared.resolving(Int.self))
            }
        }
        return app.register(RequestLog.self, lifetime: .perContainer) {
            RequestLog(id: try DependencyContainer.shared.resolving(Int.self))
        }
    }

    @Test(arguments: [false, true])
    func eachContainerHasOneThatIsMadeFromItsServices(_ isAsync: Bool) async throws {
        app.register(0, for: Int.self)
        register(isAsync: isAsync)
        let (first, second) = (request(1), request(2))
        let log = try await first.asyncResolve(RequestLog.self)
        #expect(log.id == 1)
        #expect(try await second.asyncResolve(RequestLog.self).id == 2)
        #expect(try await app.asyncResolve(RequestLog.self).id == 0)
        #expect(first.resolve(RequestLog.self) === log)
    }

    @Test func theInstanceGoesWithItsContainer() {
        let removed = Shared<[Int]>([])
        register().onRemove { log in removed.change { $0.append(log.id) } }
        weak var log: RequestLog?
        do {
            let request = request(1)
            log = request.resolve(RequestLog.self)
            #expect(log != nil)
        }
        #expect(log == nil)
        #expect(removed.value == [1])
        let other = request(2)
        _ = other.resolve(RequestLog.self)
        other.reset()
        #expect(removed.value == [1, 2])
    }

    @Test func anObjectWithPropertiesDoesNotKeepItsContainer() {
        final class Handler: Sendable {
            let id = Dependency<Int>()
        }
        app.register(Handler.self, lifetime: .perContainer) { Handler() }
        weak var container: DependencyContainer?
        weak var handler: Handler?
        do {
            let request = request(1)
            container = request
            handler = request.resolve(Handler.self)
            #expect(handler?.id.wrappedValue == 1)
        }
        #expect(container == nil)
        #expect(handler == nil)
    }

    @Test func theInventoryAndTheGraphListTheRegistrationOnce() {
        register()
        let request = request(1)
        _ = request.resolve(RequestLog.self)
        #expect(request.registrations.map { "\($0.service)" } == ["Int"])
        #expect(request.graph().nodes.count == 2)
        #expect(request.graph(byCreating: true).edges.count == 1)
        #expect(app.registrations.map(\.lifetime) == [.perContainer])
        #expect("\(Lifetime.perContainer)" == "perContainer")
    }

    @Test func manyThreadsOfOneContainerGetOneInstance() {
        let runs = Counter()
        app.register(Logger.self, lifetime: .perContainer) { Logger("\(runs.increment())") }
        for round in 1...50 {
            let container = DependencyContainer(parent: app)
            let haveEnded = onThreads(4) { _ in #expect(container.resolve(Logger.self).label == "\(round)") }
            #expect(haveEnded)
        }
    }

    @Test func whatIsRegisteredMeanwhileAnswersInAllContainersAtOnce() {
        let container = DependencyContainer(parent: app)
        let (app, last) = (app, 1_000)
        @Sendable func number(_ container: DependencyContainer) -> Int { container.resolve(RequestLog.self).id }
        app.register(RequestLog.self, lifetime: .perContainer) { RequestLog(id: 0) }
        let haveEnded = onThreads(4) { thread in
            if thread == 0 {
                for id in 1...last { app.register(RequestLog.self, lifetime: .perContainer) { RequestLog(id: id) } }
                return
            }
            while number(container) < last {
                let (first, second, third) = (number(app), number(container), number(app))
                if first > second || second > third { Issue.record("\(first), \(second), \(third)") }
            }
        }
        #expect(haveEnded)
    }

    private final class Buffer {
        let flushes: Counter
        init(_ flushes: Counter) { self.flushes = flushes }
        func flush() { flushes.increment() }
    }

    /// Uses what was registered before it when it goes.
    private final class Writer {
        @Dependency var buffer: Buffer
        deinit { buffer.flush() }
    }

    @Test(arguments: [true, false]) func theNewestServiceOfARequestGoesFirstAndMayUseOlderOnes(isReset: Bool) {
        let (buffers, flushes, closed) = (Counter(), Counter(), Shared<[String]>([]))
        app.register(Buffer.self, lifetime: .perContainer) {
            buffers.increment()
            return Buffer(flushes)
        }.onRemove { _ in closed.change { $0.append("buffer") } }
        app.register(Writer.self, lifetime: .perContainer) { Writer() }
            .onRemove { _ in closed.change { $0.append("writer") } }
        do {
            let request = request(1)
            // The writer comes first, and makes the buffer.
            withExtendedLifetime(request) { request.resolve(Writer.self).buffer.flush() }
            if isReset { request.reset() }
        }
        #expect(buffers.count == 1)
        #expect(flushes.count == 2)
        #expect(closed.value == ["writer", "buffer"])
    }
}
