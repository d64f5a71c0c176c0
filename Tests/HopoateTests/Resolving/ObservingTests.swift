import Foundation
import Hopoate
import Testing

@Suite struct ObservingTests {
    let container = DependencyContainer()

    private func log() -> (events: Shared<[String]>, observer: @Sendable (ResolutionEvent) -> Void) {
        let events = Shared<[String]>([])
        return (
            events,
            { event in
                events.change { $0.append("\(event.depth) \(event.kind) \(event.registration.service):\(event.line)") }
            }
        )
    }

    @Test func anObserverSeesWhatHappensAndWhere() {
        let (events, observer) = log()
        let container = container
        let observation = container.observe(observer)
        container.register("hello", for: String.self)
        container.register(Int.self, lifetime: .cached) { container.resolve(String.self).count }
        _ = container.resolve(Int.self)
        _ = container.resolve(Int.self)
        let line = #line
        #expect(
            events.value == [
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
        #expect(events.value.count == 6)
    }

    /// The time that the observers take is not the creation's.
    @Test func theEndOfACreationTellsHowLongItTook() {
        let events = Shared<[ResolutionEvent]>([])
        container.register(Int.self, lifetime: .cached) {
            Thread.sleep(forTimeInterval: 0.02)
            return 1
        }
        container.register(String.self, lifetime: .transient) {
            Thread.sleep(forTimeInterval: 0.02)
            throw SomeError()
        }
        let observation = container.observe { event in
            Thread.sleep(forTimeInterval: 0.05)
            events.change { $0.append(event) }
        }
        let beginning = ProcessInfo.processInfo.systemUptime
        _ = (container.resolve(Int.self), container.resolve(Int.self))
        _ = try? container.resolving(String.self)
        let elapsed = ProcessInfo.processInfo.systemUptime - beginning
        observation.cancel()
        let kinds: [ResolutionEvent.Kind] = [.creationBegan, .creationEnded, .hit, .creationBegan, .creationFailed]
        #expect(events.value.map(\.kind) == kinds)
        let durations = events.value.map(\.durationInSeconds)
        #expect(durations.map { $0 == nil } == [true, false, true, true, false])
        #expect(durations.compactMap { $0 }.allSatisfy { $0 >= 0.02 && $0 <= elapsed - 5 * 0.05 })
    }

    @Test func asynchronousCreationsHaveADurationAndADepth() async throws {
        let (events, observer) = log()
        let durations = Shared<[Double]>([])
        let container = container
        container.register("text", for: String.self)
        container.register(
            Int.self,
            lifetime: .transient,
            asyncCreator: {
                try await Task.sleep(nanoseconds: 20_000_000)
                return container.resolve(String.self).count
            }
        )
        container.register(
            Double.self,
            lifetime: .transient,
            asyncCreator: {
                if try await container.asyncResolve(Int.self) > 0 { throw SomeError() }
                return 1
            }
        )
        let line = #line - 4
        let observations = [
            container.observe(observer),
            container.observe { event in
                if let duration = event.durationInSeconds { durations.change { $0.append(duration) } }
            },
        ]
        let beginning = ProcessInfo.processInfo.systemUptime
        _ = try? await container.asyncResolve(Double.self)
        let elapsed = ProcessInfo.processInfo.systemUptime - beginning
        #expect(
            events.value == [
                "0 creationBegan Double:\(line + 12)",
                "1 creationBegan Int:\(line)",
                "2 hit String:\(line - 7)",
                "1 creationEnded Int:\(line)",
                "0 creationFailed Double:\(line + 12)",
            ]
        )
        #expect(durations.value.count == 2)
        #expect(durations.value.allSatisfy { $0 >= 0.02 && $0 <= elapsed })
        withExtendedLifetime(observations) {}
    }

    @Test func anObservationEndsWhenItIsReleased() {
        let count = Counter()
        container.register(1, for: Int.self)
        do {
            let observation = container.observe { _ in count.increment() }
            withExtendedLifetime(observation) { _ = container.resolve(Int.self) }
        }
        _ = container.resolve(Int.self)
        #expect(count.count == 1)
    }

    /// While its service is made that is a cycle.
    @Test func anObserverMayAskForTheServiceThatItIsToldOf() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            let answers = Shared<[String]>([])
            container.register("text", for: String.self)
            container.register(Int.self, lifetime: .transient) { container.resolve(String.self).count }
            let observation = container.observe { event in
                let answer = Result { try container.resolving(Int.self) }
                answers.change { $0.append("\(event.kind) \((try? answer.get()) ?? 0)") }
            }
            try #require(container.resolve(Int.self) == 4)
            observation.cancel()
            try #require(answers.value.contains("creationBegan 0"))
            try #require(answers.value.last == "creationEnded 4")
        }
    }

    private protocol Thing: Sendable {}
    private struct Value: Thing {}

    @Test func aCreationWhoseInstanceIsNoObjectHasFailedForObservers() {
        container.register((any Thing).self, lifetime: .weak) { Value() }
        let (events, observer) = log()
        let observation = container.observe(observer)
        #expect(throws: DependencyError.self) { try container.resolving((any Thing).self) }
        let line = #line - 1
        observation.cancel()
        #expect(events.value == ["0 creationBegan Thing:\(line)", "0 creationFailed Thing:\(line)"])
    }

    @Test func theObserversOfAParentAreToldOfChildrenWithDefaultsAndDepths() {
        container.register(Logger.self, lifetime: .perContainer) { Logger() }
        container.decorate(Logger.self) { $0 }
        let child = DependencyContainer(parent: DependencyContainer(parent: container))
        let seen = Shared<[String]>([])
        let observation = container.observe { event in
            seen.change { $0.append("\(event.registration.depth) \(event.registration.isDefault)") }
        }
        _ = child.resolve(Logger.self)
        #expect(seen.value == ["1 false", "1 false", "0 false", "0 false"])
        observation.cancel()
        _ = child.resolve(Logger.self)
        #expect(seen.value.count == 4)
    }

    @Test func observingFromManyThreads() {
        let (container, count) = (container, Counter())
        container.register(1, for: Int.self)
        let haveEnded = onThreads(8) { index in
            for _ in 0..<100 {
                if index < 2 {
                    let token = container.register(Logger.self, taking: Int.self) { Logger("\($0)") }
                    let observation = container.observe { _ in count.increment() }
                    if index == 0 { container.remove(token) }
                    observation.cancel()
                    container.remove(token)
                } else {
                    #expect(container.resolve(Int.self) == 1)
                }
            }
        }
        #expect(haveEnded)
    }

    @Test func whatAnObserverHoldsIsReleasedUnderNoLock() {
        let container = container
        container.register("text", for: String.self)
        let seen = Shared<String?>(nil)
        do {
            let logger = Logger { seen.value = container.optionalResolve(String.self) }
            let observation = container.observe { _ in _ = logger.label }
            observation.cancel()
        }
        #expect(seen.value == "text")
    }

    /// Who waits for a creation must not be the last to hold an observer, which would be released under a lock.
    @Test func anObserverThatIsCancelledWhileThreadsWaitIsReleasedUnderNoLock() {
        let container = container
        let started = Barrier(2)
        let finish = Barrier(2)
        container.register(Int.self, lifetime: .cached) {
            started.wait()
            finish.wait()
            return 1
        }
        let haveEnded = onThreads(3) { index in
            if index == 0 {
                _ = container.resolve(Int.self)
            } else if index == 1 {
                started.wait()
                let held = Logger { _ = container.canResolve(Int.self) }
                let observation = container.observe { _ in _ = held.label }
                Thread.sleep(forTimeInterval: 0.05)
                observation.cancel()
                finish.wait()
            } else {
                Thread.sleep(forTimeInterval: 0.02)
                _ = container.resolve(Int.self)
            }
        }
        #expect(haveEnded)
    }
}
