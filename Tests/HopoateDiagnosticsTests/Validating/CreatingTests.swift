import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

/// A check that runs creators does what an app does, in a fork.
@Suite struct CreatingTests {
    private final class Session: Sendable {}
    private final class Screen { @Dependency var session: Session }
    @globalActor private actor Press { static let shared = Press() }

    private let container = DependencyContainer()
    private let log = Shared<[String]>([])

    // MARK: - What is created

    @MainActor private func registerOfMainActor() {
        container.register(Double.self) { @MainActor in
            MainActor.assertIsolated()
            return 1
        }
        container.register(service: Float.self) {
            MainActor.assertIsolated()
            return 1
        }
    }

    @Test func `asynchronous creators run, and those of actors on their actors`() async throws {
        await registerOfMainActor()
        container.register(Character.self) { @Press in
            Press.assertIsolated()
            return "p"
        }
        container.register(Int.self) { [log] in
            await Task.yield()
            log.change { $0.append("asynchronous") }
            return 1
        }
        container.register(String.self) { "\(resolve(Double.self)) \(resolve(Float.self)) \(resolve(Int.self))" }
        container.contribute(to: Bool.self) { @MainActor in true }
        let graph = await container.graph(runningCreators: true)
        #expect(!graph.nodes.map(\.hasKnownDependencies).contains(false))
        #expect(graph.edges.map(\.to) == [0, 1, 3])
        #expect(log.value == ["asynchronous"])
        try await container.validate(runningCreators: true)
        try await Task { @MainActor in try await container.validate(runningCreators: true) }.value
        #expect(log.value.count == 3)
    }

    @Test func `a service that has to be awaited before is created first, wherever it is registered`() async throws {
        container.register(String.self) { "\(try resolving(Int.self))" }
        container.register(Int.self, asyncCreator: { try resolving(Bool.self) ? 1 : 0 })
        container.register(Bool.self) { @MainActor in try resolving(Double.self) > 0 }
        container.register(Double.self, asyncCreator: { 1 })
        try await container.validate(runningCreators: true)
    }

    @Test func `a synchronous creator that needs a service which nobody can await before is a problem`() async {
        container.register(Int.self, lifetime: .transient, asyncCreator: { 1 })
        container.register(String.self) { "\(try resolving(Int.self))" }
        let problems = await container.problems(runningCreators: true)
        #expect(problems.map(\.service) == ["Swift.String"])
        #expect(problems.first?.description.contains("The creator of Swift.Int is asynchronous, but") == true)
    }

    @Test func `what creators register is created, too, and a check has an end if they always register more`() async {
        @Sendable func register(_ number: Int, in container: DependencyContainer, upTo last: Int) {
            container.register(Int.self, named: "\(number)") { [log] in
                log.change { $0.append("\(number)") }
                if number < last { register(number + 1, in: .shared, upTo: last) }
                return number
            }
        }
        register(0, in: container, upTo: 3)
        #expect(await container.problems(runningCreators: true).isEmpty)
        #expect(log.value == ["0", "1", "2", "3"])
        #expect(container.registrations.count == 1)
        register(4, in: container, upTo: .max)
        let problems = await container.problems(runningCreators: true)
        #expect(problems.map(\.kind) == [.creatorFailed("Each creation registers another service.")])
    }

    // MARK: - What is released

    @Test func `the fork's instances are cleaned up in order, with everything still registered`() async {
        let resolved = Session()
        container.register(resolved, for: Session.self).onRemove { [log] _ in log.change { $0.append("registered") } }
        container.register(Int.self) { 1 }.onRemove { [log] number in
            await Task.yield()
            let text = "\(number) \(resolve(String.self)) \(resolve(Session.self) === resolved)"
            log.change { $0.append(text) }
        }
        container.register(Screen.self, lifetime: .perContainer) { Screen() }
            .onRemove { [log] screen in log.change { $0.append("screen \(screen.session === resolved)") } }
        container.register(Int.self, taking: Int.self, lifetime: .cached) { $0 }
            .onRemove { [log] number in log.change { $0.append("argument \(number)") } }
        container.register(String.self) { "\(resolve(Int.self, with: 2))\(resolve(Int.self, with: 3))" }
            .onRemove { [log] text in log.change { $0.append(text) } }
        #expect(await container.problems(runningCreators: true).isEmpty)
        // The clean-up of the number creates the text again.
        let first = ["screen true", "23", "argument 3", "argument 2", "1 23 true"]
        #expect(log.value == first + ["23", "argument 3", "argument 2"])
        container.removeAll()
        #expect(log.value.last == "registered")
    }

    /// As a published client does, whose `deinit` ends the process unless it was shut down.
    private final class Client: Sendable {
        let isShutDown = Counter()
        let other: Client?
        let session = Dependency<Session>()
        init(_ other: Client? = nil) { self.other = other }
        func shutDown() async { isShutDown.increment() }
        deinit {
            precondition(isShutDown.count == 1)
            precondition(other?.isShutDown.count ?? 0 == 0)
            _ = session()
        }
    }

    @Test func `a deinit may require a clean-up, and need services`() async throws {
        container.register(Session.self) { Session() }
        container.register(Client.self, asyncCreator: { Client() }).onRemove { await $0.shutDown() }
        container.register(Client.self, named: "other") { Client(try resolving(Client.self)) }
            .onRemove { await $0.shutDown() }
        try await container.validate(runningCreators: true)
    }

    @Test func `thirty checks at once of a container in use say the same`() async {
        container.register(Session.self) { Session() }
        container.register(Screen.self) { Screen() }
        container.autoregister(Int.self) { (_: Double) in 1 }
        container.register(String.self) { [unowned container] in "\(container.resolve(Session.self))" }
        container.register(Float.self, asyncCreator: { 1 })
        let container = container
        let hasEnded = Shared(false)
        async let use: Void = onThread {
            while !hasEnded.value {
                _ = (container.resolve(String.self), container.resolve(Screen.self).session)
                usleep(100)
            }
        }
        let found = await withTaskGroup(of: String.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    let examination = await container.examineCreating()
                    return "\(examination.problems) \(examination.notes) \(examination.graph)"
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        hasEnded.value = true
        await use
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("Nothing is registered for Swift.Double.") == true)
    }

    // MARK: - Without creators

    @Test func `validating and the graph run no creator, and register nothing`() throws {
        container.decorate(\.ofCheck) { $0 + 1 }
        container.register(Session.self) { fatalError("It runs.") }
        container.autoregister(Bool.self) { (_: Session) in true }
        try container.validate()
        #expect(container.graph().nodes.map(\.kind) == [.decorator, .service, .service, .default])
        #expect(container.registrations.count == 3)
    }
}

extension DependencyKeys {
    fileprivate var ofCheck: DependencyKey<Int> { .init { fatalError("It runs.") } }
}
