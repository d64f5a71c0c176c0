import Hopoate
import Testing

/// Everything is released with its last owner. Random programs count the remains of all that is not here.
@Suite struct ReleaseTests {
    private let census = Census()

    private func part() -> Part { Part("part", countedBy: census) }

    @Test func `an observation holds its observer and no container`() {
        var observation: ResolutionObservation?
        weak var released: DependencyContainer?
        do {
            let (container, captured) = (DependencyContainer(), part())
            released = container
            observation = container.observe { _ in _ = captured }
        }
        #expect(released == nil)
        #expect(observation != nil)
        #expect(census.alive == 1)
        observation = nil
        #expect(census.alive == 0)
    }

    private struct Missing {}

    /// An error searches all containers for the service, and could be the last to hold one of them.
    @Test func `errors of other threads keep no container alive`() {
        let isOver = Shared(false)
        let counts = atOnce(2) { thread in
            defer { isOver.value = true }
            for count in 0..<20_000 {
                if thread == 0 {
                    if isOver.value { return 0 }
                    do { _ = try DependencyContainer.shared.resolving(Missing.self) } catch { _ = "\(error)" }
                } else {
                    weak var released: DependencyContainer?
                    do {
                        let parent = DependencyContainer()
                        released = parent
                        withExtendedLifetime(DependencyContainer(parent: parent)) {}
                    }
                    if released != nil { return count }
                }
            }
            return 0
        }
        #expect(counts == [0, 0])
    }

    private final class RequestLog: Sendable {
        let metrics = OptionalDependency<Metrics>()
        func write() {}
        deinit { metrics()?.count() }
    }

    private final class Metrics: Sendable {
        let log = OptionalDependency<RequestLog>()
        func count() {}
        deinit { log()?.write() }
    }

    @Test func `services of a request that use each other in deinit are released`() async {
        await #expect(processExitsWith: .success) {
            let app = DependencyContainer()
            app.register(RequestLog.self, lifetime: .perContainer) { RequestLog() }
            app.register(Metrics.self, lifetime: .perContainer) { Metrics() }
            do {
                let request = DependencyContainer(parent: app)
                request.resolve(RequestLog.self).write()
                request.resolve(Metrics.self).count()
            }
        }
    }
}
