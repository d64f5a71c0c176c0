import Foundation
import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

private struct Screen {}
private struct Loader {}
private final class Store: Sendable {}

@Suite struct StartUpProfileTests {
    private let container = DependencyContainer()

    /// The times of an operation's creators if each service takes the given number of milliseconds.
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

    @Test func `the own time of a creator excludes the creators within it`() {
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
        #expect(times[0].service is Screen.Type)
    }

    @Test func `a profile measures only creations that begin while it runs`() {
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

    @Test func `a profile is released with its container`() {
        weak var releasedContainer: DependencyContainer?
        weak var releasedProfile: StartUpProfile?
        do {
            let container = DependencyContainer()
            container.register(Store.self, lifetime: .transient) { Store() }
            let profile = StartUpProfile(container)
            _ = container.resolve(Store.self)
            #expect(profile.slowest(0).isEmpty)
            #expect(profile.description.hasSuffix("1  HopoateDiagnosticsTests.Store"))
            releasedContainer = container
            releasedProfile = profile
        }
        #expect(releasedContainer == nil)
        #expect(releasedProfile == nil)
    }
}
