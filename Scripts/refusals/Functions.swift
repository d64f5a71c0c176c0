// A function that is passed as a creator keeps its actor, and has to be `@Sendable`. A method of an actor other than the
// main actor is no creator: the compiler accepts it, but drops the actor (Swift 6.3.1).

import Hopoate

nonisolated struct Page {
    let number: Int
}

nonisolated final class Counter {
    var number = 0
}

@MainActor
final class Screen {
    init(page: Page) {}
}

@MainActor
func firstPage() -> Page { Page(number: 1) }

nonisolated func initializers(in container: DependencyContainer) {
    container.register(Page.self, taking: Int.self, creator: Page.init)
    container.register(Screen.self, taking: Page.self, creator: Screen.init)
    container.register(Page.self, creator: firstPage)
    container.autoregister(Page.self, initializer: Page.init)
    container.autoregister(Screen.self, initializer: Screen.init)
}

#if CURED
nonisolated func parameters(
    in container: DependencyContainer,
    make: @escaping @Sendable () -> Page,
    makeOnMainActor: @escaping @MainActor () -> Page
) {
    container.register(Page.self, creator: make)
    container.register(Page.self, creator: makeOnMainActor)
    container.register(Page.self) { make() }
    container.register(Page.self) { @MainActor in makeOnMainActor() }
}
#else
nonisolated func parameters(
    in container: DependencyContainer,
    make: @escaping () -> Page,
    makeOnMainActor: @escaping @MainActor () -> Page
) {
    // error: passing non-Sendable parameter 'make' to function expecting a '@Sendable' closure
    container.register(Page.self, creator: make)
    container.register(Page.self, creator: makeOnMainActor)
    // error: capture of 'make' with non-Sendable type '() -> Page' in a '@Sendable' closure
    container.register(Page.self) { make() }
    // error: call to main actor-isolated parameter 'makeOnMainActor' in a synchronous nonisolated context
    container.register(Page.self) { makeOnMainActor() }
}
#endif

nonisolated func localFunctions(in container: DependencyContainer) {
    #if CURED
    @Sendable func one() -> Int { 1 }
    container.register(Int.self, creator: one)
    container.register(Counter(), for: Counter.self)
    container.register(Int.self) { resolve(Counter.self).number }
    #else
    let counter = Counter()
    func number() -> Int { counter.number }
    // error: converting non-Sendable function value to '@isolated(any) @Sendable () throws -> Int' may introduce data races
    container.register(Int.self, creator: number)
    let next = { counter.number + 1 }
    // error: converting non-Sendable function value to '@isolated(any) @Sendable () throws -> Int' may introduce data races
    container.register(Int.self, creator: next)
    #endif
}

#if CURED
nonisolated func escapingParameter(in container: DependencyContainer, turn: @escaping @Sendable (Page) -> Page) {
    container.autoregister(Page.self, initializer: turn)
    container.decorate(Page.self, with: turn)
}
#else
nonisolated func escapingParameter(in container: DependencyContainer, turn: @Sendable (Page) -> Page) {
    // error: passing non-escaping parameter 'turn' to function expecting an '@escaping' closure
    container.autoregister(Page.self, initializer: turn)
    // error: passing non-escaping parameter 'turn' to function expecting an '@escaping' closure
    container.decorate(Page.self, with: turn)
}
#endif
