// A creator that is written in an actor's method belongs to no actor: it awaits that actor.

import Hopoate

nonisolated struct Page {
    var number: Int
}

actor Press {
    private var number = 0

    func next() -> Page {
        number += 1
        return Page(number: number)
    }

    func improved(_ page: Page) -> Page { Page(number: page.number + number) }

    func register(in container: DependencyContainer) {
        #if CURED
        container.register(Page.self) { await self.next() }
        container.register(Page.self, asyncCreator: { await self.next() })
        #else
        // error: call to actor-isolated instance method 'next()' in a synchronous nonisolated context
        container.register(Page.self) { self.next() }
        // error: actor-isolated instance method 'next()' cannot be called from outside of the actor
        container.register(Page.self, asyncCreator: { self.next() })
        // error: call to actor-isolated instance method 'next()' in a synchronous nonisolated context
        container.register(Page.self, taking: Int.self) { _ in self.next() }
        // error: call to actor-isolated instance method 'next()' in a synchronous nonisolated context
        container.contribute(to: Page.self) { self.next() }
        // error: call to actor-isolated instance method 'improved' in a synchronous nonisolated context
        container.decorate(Page.self) { self.improved($0) }
        // error: actor-isolated property 'number' can not be referenced from a
        container.register(Page.self) { Page(number: self.number) }
        #endif
    }
}
