import Foundation
import Hopoate
import Testing

@Suite struct ObservingTests {
    let container = DependencyContainer()
    private let events = Shared<[ResolutionEvent]>([])

    /// Records the events, and runs code for each.
    private func observe(
        _ container: DependencyContainer,
        _ body: @escaping @Sendable (ResolutionEvent) -> Void = { _ in }
    ) -> ResolutionObservation {
        container.observe { [events] event in
            events.change { $0.append(event) }
            body(event)
        }
    }

    private var lines: [String] { events.value.map { "\($0.depth) \($0.kind) \($0.registration.service):\($0.line)" } }

    @Test func `an observer sees events with their lines until its observation ends`() {
        let container = container
        let observation = observe(container)
        container.register("hello", for: String.self)
        container.register(Int.self, lifetime: .cached) { container.resolve(String.self).count }
        _ = container.resolve(Int.self)
        _ = container.resolve(Int.self)
        let line = #line
        #expect(
            lines == [
                "0 registered String:\(line - 4)",
                "0 registered Int:\(line - 3)",
                "0 creationBegan Int:\(line - 2)",
                "1 hit String:\(line - 3)",
                "0 creationEnded Int:\(line - 2)",
                "0 hit Int:\(line - 1)",
            ]
        )
        observation.cancel()
        _ = container.resolve(Int.self)
        do {
            let other = container.observe { _ in Issue.record("It was released.") }
            withExtendedLifetime(other) {}
        }
        _ = container.resolve(Int.self)
        #expect(lines.count == 6)
    }

    private protocol Thing: Sendable {}
    private struct Value: Thing {}

    @Test func `decorators and failures have events of their own`() {
        container.register((any Thing).self, lifetime: .weak) { Value() }
        container.register(String.self, lifetime: .cached) { "base" }
        container.decorate(String.self) { "<\($0)>" }
        let observation = observe(container)
        _ = (container.resolve(String.self), container.resolve(String.self))
        _ = try? container.resolving((any Thing).self)
        observation.cancel()
        #expect(
            events.value.map { "\($0.registration.lifetime) \($0.kind)" } == [
                "cached creationBegan", "cached creationEnded", "decorator creationBegan", "decorator creationEnded",
                "cached hit", "decorator hit", "weak creationBegan", "weak creationFailed",
            ]
        )
    }

    private static func takeTime() { Thread.sleep(forTimeInterval: 0.02) }

    /// The duration of a creation excludes the observers' time.
    @Test func `the end of a creation has its duration`() async {
        let container = container
        container.register("text", for: String.self)
        container.register(Int.self, lifetime: .transient) {
            ObservingTests.takeTime()
            return container.resolve(String.self).count
        }
        container.register(Double.self, lifetime: .transient) { () async throws -> Double in
            if try await container.asyncResolve(Int.self) > 0 { throw SomeError() }
            return 1
        }
        let observation = observe(container) { _ in Thread.sleep(forTimeInterval: 0.05) }
        let beginning = ProcessInfo.processInfo.systemUptime
        _ = try? await container.asyncResolve(Double.self)
        let elapsed = ProcessInfo.processInfo.systemUptime - beginning
        observation.cancel()
        #expect(
            events.value.map { "\($0.depth) \($0.kind)" } == [
                "0 creationBegan", "1 creationBegan", "2 hit", "1 creationEnded", "0 creationFailed",
            ]
        )
        let durations = events.value.map(\.durationInSeconds)
        #expect(durations.map { $0 == nil } == [true, true, true, false, false])
        #expect(durations.compactMap { $0 }.allSatisfy { $0 >= 0.02 && $0 <= elapsed - 2 * 0.05 })
    }

    /// During the creation it is a cycle.
    @Test(arguments: CreatorForm.allCases) func `an observer may resolve the service of its event`(_ form: CreatorForm)
        async throws
    {
        let (container, failures) = (container, Shared<[String?]>([]))
        container.register(Int.self, as: form) { 1 }
        let observation = observe(container) { event in
            let ending = failure { try container.resolving(Int.self) }
            if event.kind != .hit { failures.change { $0.append(ending) } }
        }
        _ = try await container.asyncResolve(Int.self)
        observation.cancel()
        #expect(failures.value == ["cycle: Int → Int", nil])
        #expect(events.value.filter { $0.kind != .hit }.map(\.kind) == [.creationBegan, .creationEnded])
    }

    @Test func `an observer is notified of others' look-ups, and not of its own`() {
        let (container, numbers) = (container, Shared<[String]>([]))
        let count = 6
        for number in 0..<count { container.register(number, for: Int.self, named: "\(number)") }
        let observation = observe(container) { [events] _ in
            if events.value.count > 1_000 { return }
            for number in 0..<count { _ = container.resolve(Int.self, named: "\(number)") }
        }
        let other = container.observe { event in
            numbers.change { $0.append(event.registration.name ?? "") }
            _ = container.resolve(Int.self, named: "0")
        }
        for number in 0..<count { _ = container.resolve(Int.self, named: "\(number)") }
        #expect(events.value.map(\.registration.name) == (0..<count).flatMap { ["\($0)", "0"] })
        // The other one is notified of what the first one looks up for the same event, and of the event.
        #expect(numbers.value.count == count + count * count)
        observation.cancel()
        other.cancel()
    }

    @Test func `observers of a parent are notified of look-ups in children`() {
        container.register(Logger.self, lifetime: .perContainer) { Logger() }
        container.decorate(Logger.self) { $0 }
        let child = DependencyContainer(parent: DependencyContainer(parent: container))
        let observation = observe(container)
        _ = child.resolve(Logger.self)
        #expect(events.value.map(\.registration.depth) == [1, 1, 0, 0])
        observation.cancel()
    }
}
