// Creators, clean-ups and observers run on any thread, so what they capture has to be fit for that.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

nonisolated protocol Analytics {
    func track(_ event: String)
}

nonisolated final class MockAnalytics: Analytics {
    private(set) var events: [String] = []
    func track(_ event: String) { events.append(event) }
}

nonisolated final class Tickets {
    private var number = 0
    func next() -> Int {
        number += 1
        return number
    }
}

nonisolated struct Ticket {
    let number: Int
    func tearUp() {}
}

extension DependencyKeys {
    nonisolated var analytics: DependencyKey<any Analytics> { .required() }
    nonisolated var ticket: DependencyKey<Ticket> { .required() }
    nonisolated var counted: DependencyKey<any Analytics> {
        #if CURED
        return .init { MockAnalytics() }
        #else
        let mock = MockAnalytics()
        // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
        return .init { mock }
        #endif
    }
}

func mocks(in container: DependencyContainer) -> [String] {
    let mock = MockAnalytics()
    #if CURED
    container.register(mock, for: (any Analytics).self)
    container.register(mock, for: \.analytics)
    container[\.analytics] = mock
    let analytics = MockContainer(MockAnalytics(), for: (any Analytics).self, container: container)
    container.overwriteExistingRegistrations(withService: mock, for: (any Analytics).self)
    return mock.events + analytics.mock.events
    #else
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register((any Analytics).self) { mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register(\.analytics) { mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register((any Analytics).self, taking: Int.self) { _ in mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.contribute(to: (any Analytics).self) { mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.decorate((any Analytics).self) { _ in mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.decorate(\.analytics) { _ in mock }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register((any Analytics).self, asyncCreator: { mock })
    return mock.events
    #endif
}

func mocksThatAreRegisteredNow(in container: DependencyContainer) -> [String] {
    let mock = MockAnalytics()
    #if CURED
    container.register(service: (any Analytics).self) { mock }
    #else
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register((any Analytics).self, lifetime: .eager) { mock }
    #endif
    return mock.events
}

func counting(in container: DependencyContainer) {
    #if CURED
    container.register(Tickets(), for: Tickets.self)
    container.register(Ticket.self, lifetime: .transient) { Ticket(number: resolve(Tickets.self).next()) }
    #else
    var number = 0
    container.register(Ticket.self, lifetime: .transient) {
        // error: mutation of captured var 'number' in concurrently-executing code
        number += 1
        // error: reference to captured var 'number' in concurrently-executing code
        return Ticket(number: number)
    }
    #endif
}

func configuring(in container: DependencyContainer) {
    var number = 1
    number += 1
    #if CURED
    container.register(Ticket.self) { [number] in Ticket(number: number) }
    #else
    // error: reference to captured var 'number' in concurrently-executing code
    container.register(Ticket.self) { Ticket(number: number) }
    #endif
}

func cleanUps(in container: DependencyContainer) {
    #if CURED
    let cleanUp: @Sendable (Ticket) -> Void = { $0.tearUp() }
    container.register(MockAnalytics(), for: MockAnalytics.self).onRemove { $0.track("removed") }
    #else
    let mock = MockAnalytics()
    let cleanUp: (Ticket) -> Void = { mock.track("removed \($0.number)") }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    container.register(MockAnalytics(), for: MockAnalytics.self).onRemove { _ in mock.track("removed") }
    #endif
    // error: converting non-Sendable function value to '@isolated(any) @Sendable (Ticket) -> Void' may introduce data races
    container.register(Ticket(number: 1), for: Ticket.self).onRemove(cleanUp)
}

func observers(in container: DependencyContainer) -> ResolutionObservation {
    #if CURED
    _ = ResolutionTracer(container) { print($0) }
    return container.observe { print($0.kind) }
    #else
    let mock = MockAnalytics()
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    _ = ResolutionTracer(container) { mock.track($0) }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    return container.observe { mock.track("\($0.kind)") }
    #endif
}

func otherThreads() throws {
    #if CURED
    let _: @Sendable () -> Void = carryingDependencies { resolve((any Analytics).self).track("elsewhere") }
    let _: @Sendable () async -> Void = carryingDependencies { await Task.yield() }
    let _: @Sendable () async throws -> Void = carryingDependencies { try await Task.sleep(nanoseconds: 1) }
    #else
    let mock = MockAnalytics()
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    _ = carryingDependencies { mock.track("elsewhere") }
    // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
    _ = carryingDependencies { () async in mock.track("elsewhere") }
    _ = carryingDependencies { () async throws in
        try await Task.sleep(nanoseconds: 1)
        // error: capture of 'mock' with non-Sendable type 'MockAnalytics' in a '@Sendable' closure
        mock.track("elsewhere")
    }
    #endif
}
