import Hopoate
import Observation
import Testing

/// The wrappers where SwiftUI has them: in an `@Observable` class, and in a view, which is a struct with a `body`.
@Suite struct ObservationTests {
    let container = DependencyContainer()

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Observable final class Model {
        @ObservationIgnored @Dependency private var logger: any Logging
        @ObservationIgnored @Dependency(named: "step") private var step: Int
        @ObservationIgnored @OptionalDependency private var missing: Bool?
        @ObservationIgnored @Dependency(\.greeting) private var greeting
        private(set) var count = 0
        var title = ""

        var label: String { "\(greeting) \(logger.label) \(count)\(missing.map { " \($0)" } ?? "")" }

        func increment() { count += step }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func `changes of an Observable class are observed, and its properties follow overrides`() {
        container.register(Logger("first"), for: (any Logging).self)
        container.register(2, for: Int.self, named: "step")
        container.register(Model.self, lifetime: .cached) { Model() }
        let (model, changes) = (container.resolve(Model.self), Counter())
        let label = withObservationTracking {
            model.label
        } onChange: {
            changes.increment()
        }
        #expect(label == "hello first 0")
        let token = container.register(Logger("override"), for: (any Logging).self)
        container.register(true, for: Bool.self)
        #expect(model.label == "hello override 0 true")
        container.remove(token)
        container[\.greeting] = "good morning"
        model.title = "no part of the label"
        #expect(model.label == "good morning first 0 true")
        #expect(changes.count == 0)
        model.increment()
        #expect(changes.count == 1)
        #expect(model.label == "good morning first 2 true")
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

extension DependencyKeys {
    fileprivate var greeting: DependencyKey<String> { .init { "hello" } }
}
