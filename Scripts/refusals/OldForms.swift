// Forms that are gone: of 1.x, what assigned to a property wrapper and bound the shared container; of versions before
// 2.0, `service:` with anything but 1.x's parameters.

import Hopoate

nonisolated struct Database {
    var number = 0
}

nonisolated func registering(in container: DependencyContainer) {
    #if CURED
    container.register(Database.self) { Database() }
    container.register(Database.self, lifetime: .cached) { Database() }
    container.register(Database.self, taking: Int.self) { Database(number: $0) }
    container.register(Database.self, asyncCreator: { Database() })
    container.contribute(to: Database.self) { Database() }
    container.decorate(Database.self) { $0 }
    #else
    // error: extraneous argument label 'service:' in call
    container.register(service: Database.self, lifetime: .cached) { Database() }
    // error: extraneous argument label 'service:' in call
    container.register(service: Database.self, taking: Int.self) { Database(number: $0) }
    // error: extraneous argument label 'service:' in call
    container.register(service: Database.self, asyncCreator: { Database() })
    #endif
}

nonisolated func validating(_ container: DependencyContainer) throws {
    #if CURED
    try container.validate(byCreating: true)
    #else
    // error: incorrect argument label in call (have 'creating:', expected 'byCreating:')
    try container.validate(creating: true)
    #endif
}

nonisolated func binding(_ container: DependencyContainer) {
    #if CURED
    DependencyContainer.withShared(container) {}
    #else
    // error: no member '$shared'
    DependencyContainer.$shared.withValue(container) {}
    #endif
}

nonisolated final class Library {
    @Dependency private var database: Database

    func replaceDatabase(in container: DependencyContainer) {
        #if CURED
        container.register(Database(number: 1), for: Database.self)
        #else
        // error: cannot assign to property: 'database' is a get-only property
        database = Database(number: 1)
        #endif
    }
}
