// A creator that runs later may run anywhere. One that needs the main actor has to say so: `{ @MainActor in … }`.

import Hopoate

@MainActor
final class Screen {
    let title: String
    init(title: String) { self.title = title }
    func titled(_ title: String) -> Screen { Screen(title: title) }
}

@MainActor
final class AppDelegate {
    private let container = DependencyContainer()

    func titleOfToday() -> String { "today" }

    func initializers() {
        #if CURED
        container.register(Screen.self) { @MainActor in Screen(title: "home") }
        container.register(Screen.self, lifetime: .transient) { @MainActor in Screen(title: "home") }
        container.register(Screen.self, taking: String.self) { @MainActor in Screen(title: $0) }
        container.register(\.screen) { @MainActor in Screen(title: "home") }
        container.contribute(to: Screen.self) { @MainActor in Screen(title: "home") }
        container.decorate(Screen.self) { @MainActor in $0.titled("decorated") }
        container.decorate(\.screen) { @MainActor in $0.titled("decorated") }
        container.register(Screen.self, asyncCreator: { await Screen(title: "home") })
        container.register(Screen.self, asyncCreator: { @MainActor in Screen(title: "home") })
        #else
        // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
        container.register(Screen.self) { Screen(title: "home") }
        // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
        container.register(Screen.self, lifetime: .transient) { Screen(title: "home") }
        // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
        container.register(Screen.self, taking: String.self) { Screen(title: $0) }
        // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
        container.register(\.screen) { Screen(title: "home") }
        // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
        container.contribute(to: Screen.self) { Screen(title: "home") }
        // error: call to main actor-isolated instance method 'titled' in a synchronous nonisolated context
        container.decorate(Screen.self) { $0.titled("decorated") }
        // error: call to main actor-isolated instance method 'titled' in a synchronous nonisolated context
        container.decorate(\.screen) { $0.titled("decorated") }
        // error: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
        container.register(Screen.self, asyncCreator: { Screen(title: "home") })
        // error: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
        container.register(Screen.self, asyncCreator: { Screen(title: "home") })
        #endif
    }

    func methods() {
        #if CURED
        container.register(String.self) { @MainActor in self.titleOfToday() }
        container.register(String.self, creator: titleOfToday)
        container.register(String.self, taking: Int.self) { @MainActor in "\($0)" + self.titleOfToday() }
        container.contribute(to: String.self) { @MainActor in self.titleOfToday() }
        container.decorate(String.self) { @MainActor in $0 + self.titleOfToday() }
        container.register(String.self) { await self.titleOfToday() }
        #else
        // error: call to main actor-isolated instance method 'titleOfToday()' in a synchronous nonisolated context
        container.register(String.self) { self.titleOfToday() }
        // error: call to main actor-isolated instance method 'titleOfToday()' in a synchronous nonisolated context
        container.register(String.self, creator: { self.titleOfToday() })
        // error: call to main actor-isolated instance method 'titleOfToday()' in a synchronous nonisolated context
        container.register(String.self, taking: Int.self) { "\($0)" + self.titleOfToday() }
        // error: call to main actor-isolated instance method 'titleOfToday()' in a synchronous nonisolated context
        container.contribute(to: String.self) { self.titleOfToday() }
        // error: call to main actor-isolated instance method 'titleOfToday()' in a synchronous nonisolated context
        container.decorate(String.self) { $0 + self.titleOfToday() }
        // error: main actor-isolated instance method 'titleOfToday()' cannot be called from outside of the actor
        container.register(String.self, asyncCreator: { self.titleOfToday() })
        #endif
    }

    func cleanUps(_ screens: [Screen]) {
        #if CURED
        container.register(1, for: Int.self).onRemove { @MainActor number in self.note(number) }
        container.register(1, for: Int.self).onRemove(note)
        #else
        // error: call to main actor-isolated instance method 'note' in a synchronous nonisolated context
        container.register(1, for: Int.self).onRemove { number in self.note(number) }
        #endif
    }

    private func note(_ number: Int) {}
}

extension DependencyKeys {
    #if CURED
    nonisolated var screen: DependencyKey<Screen> { .init { @MainActor in Screen(title: "default") } }
    #else
    // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
    nonisolated var screen: DependencyKey<Screen> { .init { Screen(title: "default") } }
    #endif
}
