import Foundation
import Hopoate
import Testing

@Suite struct DependencyTests {
    let container = DependencyContainer()

    final class Reader: Sendable {
        private let logging = Dependency<any Logging>()
        var logger: any Logging { logging.wrappedValue }
    }

    @Test func `an object that outlives its owning container traps with the reason`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Service: Sendable {
                let logging = Dependency<any Logging>()
                let optional = OptionalDependency<any Logging>()
            }
            let container = Shared<DependencyContainer?>(DependencyContainer())
            let service = container.value.map { container in
                container.register(Logger(), for: (any Logging).self)
                container.register(Service.self, lifetime: .cached) { Service() }
                return container.resolve(Service.self)
            }
            container.value = nil
            if service?.optional.wrappedValue != nil { exit(EXIT_SUCCESS) }
            _ = service?.logging.wrappedValue
        }
        let text = try trapMessage(result)
        #expect(text.contains("Fatal error: Nothing is registered for HopoateTests.Logging."))
        #expect(
            text.contains("note: the container of this object was released, but the object, which it had kept,")
        )
    }

    @Test func `a property that many threads read keeps one transient instance`() {
        let (runs, twoCreate) = (Counter(), Barrier(2))
        container.register((any Logging).self, lifetime: .transient) {
            if runs.increment() <= 2 { twoCreate.wait() }
            return Logger()
        }
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(Set(atOnce(16) { _ in ObjectIdentifier(reader.logger) }).count == 1)
    }

    @Test func `copies of a struct share a transient instance`() {
        struct View {
            @Dependency var logger: any Logging
            var body: ObjectIdentifier { ObjectIdentifier(logger) }
        }
        container.register((any Logging).self, lifetime: .transient) { Logger() }
        let view = DependencyContainer.withShared(container) { View() }
        let copy = view
        #expect(view.body == copy.body)
        #expect(view.body != DependencyContainer.withShared(container) { View() }.body)
    }
}
