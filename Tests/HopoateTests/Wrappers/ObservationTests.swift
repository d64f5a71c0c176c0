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

    private func register() {
        container.register(Logger("first"), for: (any Logging).self)
        container.register(2, for: Int.self, named: "step")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func changesOfAnObservableClassAreObserved() {
        register()
        let model = DependencyContainer.withShared(container) { Model() }
        let changes = Counter()
        let label = withObservationTracking {
            model.label
        } onChange: {
            changes.increment()
        }
        #expect(label == "hello first 0")
        model.title = "no part of the label"
        #expect(changes.count == 0)
        model.increment()
        #expect(changes.count == 1)
        #expect(model.label == "hello first 2")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func aPropertyOfAnObservableClassFollowsOverridesAndIsNotObserved() {
        register()
        let model = DependencyContainer.withShared(container) { Model() }
        let changes = Counter()
        withObservationTracking {
            _ = model.label
        } onChange: {
            changes.increment()
        }
        let token = container.register(Logger("override"), for: (any Logging).self)
        container.register(true, for: Bool.self)
        #expect(model.label == "hello override 0 true")
        container.remove(token)
        container[\.greeting] = "good morning"
        #expect(model.label == "good morning first 0 true")
        #expect(changes.count == 0)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func anObservableClassMayBeAService() {
        register()
        container.register(Model.self, lifetime: .cached) { Model() }
        let changes = Counter()
        withObservationTracking {
            _ = container.resolve(Model.self).count
        } onChange: {
            changes.increment()
        }
        container.resolve(Model.self).increment()
        #expect(changes.count == 1)
        #expect(container.resolve(Model.self).count == 2)
    }

    @Test func copiesOfAStructShareATransientInstance() {
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
