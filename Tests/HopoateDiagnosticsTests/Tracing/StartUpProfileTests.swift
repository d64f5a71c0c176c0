import Foundation
import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

private struct Screen {}
private struct Loader {}
private final class Store: Sendable {}

@Suite struct StartUpProfileTests {
    private let container = DependencyContainer()

    /// What an operation's creators take, when those of a service take as many milliseconds as given.
    private func times(
        _ milliseconds: [ObjectIdentifier: Double],
        _ operation: () throws -> Void
    ) rethrows -> [StartUpProfile.ServiceTime] {
        let times = Shared(CreationTimes())
        let observation = container.observe { event in
            var event = event
            if event.durationInSeconds != nil {
                event.durationInSeconds = milliseconds[ObjectIdentifier(event.registration.service)]! / 1000
            }
            times.change { [event] in $0.add(event) }
        }
        try operation()
        observation.cancel()
        return times.value.slowestFirst
    }

    private func registerServices() {
        let container = container
        container.register(Store.self, lifetime: .cached) { Store() }
        container.register(Loader.self, lifetime: .transient) {
            _ = container.resolve(Store.self)
            return Loader()
        }
        container.register(Screen.self, lifetime: .cached) {
            _ = container.resolve(Loader.self)
            _ = container.resolve(Loader.self)
            _ = container.resolve(Store.self)
            return Screen()
        }
    }

    @Test func theOwnTimeIsWithoutThatOfCreatorsWithin() {
        registerServices()
        let milliseconds = [
            ObjectIdentifier(Screen.self): 128, ObjectIdentifier(Loader.self): 32.0, ObjectIdentifier(Store.self): 8,
        ]
        let times = times(milliseconds) { _ = container.resolve(Screen.self) }
        #expect(
            times.table == """
                   own ms   total ms  creations  service
                    64.00     128.00          1  HopoateDiagnosticsTests.Screen
                    56.00      64.00          2  HopoateDiagnosticsTests.Loader
                     8.00       8.00          1  HopoateDiagnosticsTests.Store
                """
        )
        #expect(times.map(\.creationCount) == [1, 2, 1])
        #expect(times[0].service is Screen.Type)
        #expect(times[0].name == nil)
    }

    @Test func whatBeginsAfterTheEndOrBeganBeforeIsNotMeasured() {
        let container = container
        let profile = Shared<StartUpProfile?>(nil)
        container.register(Loader.self, lifetime: .transient) { Loader() }
        container.register(Screen.self, lifetime: .transient) {
            profile.value = StartUpProfile(container)
            _ = container.resolve(Loader.self)
            return Screen()
        }
        _ = container.resolve(Screen.self)
        profile.value?.end()
        _ = container.resolve(Loader.self)
        #expect(profile.value?.slowest(10).map { "\($0.service) \($0.creationCount)" } == ["Loader 1"])
    }

    @Test func failedCreationsCount() {
        container.register(Loader.self, lifetime: .cached) { throw SomeError() }
        let times = times([ObjectIdentifier(Loader.self): 4]) {
            _ = try? container.resolving(Loader.self)
            _ = try? container.resolving(Loader.self)
        }
        #expect(times.map(\.creationCount) == [2])
        #expect(times.map(\.totalSeconds) == [0.008])
    }

    @Test func ofCreationsOfAServiceWithinOneAnotherTheOuterOneIsTheTotal() {
        let container = container
        container.register(Loader.self, lifetime: .transient) { Loader() }
        let middle = container.register(Store.self, lifetime: .transient) {
            _ = container.resolve(Loader.self)
            return Store()
        }
        let outer = container.register(Loader.self, lifetime: .transient) {
            container.remove(outerToken.value!)
            _ = container.resolve(Store.self)
            return Loader()
        }
        outerToken.value = outer
        let times = times([ObjectIdentifier(Loader.self): 8, ObjectIdentifier(Store.self): 8]) {
            _ = container.resolve(Loader.self)
        }
        let loader = times.first { $0.service is Loader.Type }
        #expect(loader?.creationCount == 2)
        #expect(loader?.totalSeconds == 0.008)
        #expect(loader?.ownSeconds == 0.008)
        withExtendedLifetime(middle) {}
    }

    private let outerToken = Shared<ServiceRegistration<Loader>?>(nil)

    @Test func asynchronousCreationsWithinAreNotTheOwnTime() async throws {
        let container = container
        container.register(
            Store.self,
            asyncCreator: {
                try await Task.sleep(nanoseconds: 50_000_000)
                return Store()
            }
        )
        container.register(
            Screen.self,
            asyncCreator: {
                _ = try await container.asyncResolve(Store.self)
                return Screen()
            }
        )
        let profile = StartUpProfile(container)
        _ = try await container.asyncResolve(Screen.self)
        profile.end()
        let slowest = profile.slowest(10)
        let store = try #require(slowest.first { $0.service is Store.Type })
        let screen = try #require(slowest.first { $0.service is Screen.Type })
        #expect(store.ownSeconds >= 0.05)
        #expect(screen.totalSeconds >= store.totalSeconds)
        #expect(abs(screen.totalSeconds - screen.ownSeconds - store.totalSeconds) < 0.000_001)
    }

    @Test func theSlowestComeFirst() {
        let container = container
        container.register(Store.self, lifetime: .cached) {
            Thread.sleep(forTimeInterval: 0.05)
            return Store()
        }
        container.register(Screen.self, lifetime: .cached) {
            _ = container.resolve(Store.self)
            return Screen()
        }
        let profile = StartUpProfile(container)
        _ = container.resolve(Screen.self)
        profile.end()
        let slowest = profile.slowest(10)
        #expect(slowest.map(\.ownSeconds) == slowest.map(\.ownSeconds).sorted(by: >))
        #expect(profile.slowest(1).map { "\($0.service)" } == ["\(slowest[0].service)"])
        #expect(profile.slowest(0).isEmpty)
        let lines = profile.description.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasSuffix("creations  service"))
        #expect(lines[1].hasSuffix("1  HopoateDiagnosticsTests.\(slowest[0].service)"))
        #expect(lines[2].hasSuffix("1  HopoateDiagnosticsTests.\(slowest[1].service)"))
    }

    @Test func aProfileIsReleasedWithItsContainer() {
        weak var releasedContainer: DependencyContainer?
        weak var releasedProfile: StartUpProfile?
        do {
            let container = DependencyContainer()
            container.register(Store.self, lifetime: .transient) { Store() }
            let profile = StartUpProfile(container)
            _ = container.resolve(Store.self)
            #expect(profile.slowest(1).count == 1)
            releasedContainer = container
            releasedProfile = profile
        }
        #expect(releasedContainer == nil)
        #expect(releasedProfile == nil)
    }

    @Test func creationsOnManyThreadsAreAddedUp() {
        registerServices()
        let container = container
        let profile = StartUpProfile(container)
        let haveEnded = onThreads(8) { _ in
            for _ in 0..<50 { _ = container.resolve(Loader.self) }
        }
        #expect(haveEnded)
        let counts = profile.slowest(10).reduce(into: [:]) { $0["\($1.service)"] = $1.creationCount }
        #expect(counts == ["Loader": 400, "Store": 1])
        profile.end()
    }
}
