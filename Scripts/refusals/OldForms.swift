// Removed forms: of 1.x, what assigned to a property wrapper and bound the shared container; of versions before
// 2.0, `service:` with anything but 1.x's parameters, `when:`, `onRemove:` and observers of one registration.

import Hopoate
import HopoateDiagnostics

nonisolated struct Database {
    var number = 0
    func close() {}
}

nonisolated extension DependencyKeys {
    var database: DependencyKey<Database> { .required() }
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

nonisolated func registeringForSomeRuns(in container: DependencyContainer, isOffline: Bool) {
    #if CURED
    if RuntimeContext.preview.isCurrent { container.register(Database(), for: Database.self) }
    if RuntimeContext.debug.isCurrent && !RuntimeContext.test.isCurrent {
        container.register(Database.self) { Database() }
    }
    if isOffline { container.register(\.database) { Database() } }
    #else
    // error: extra argument 'when' in call
    container.register(Database(), for: Database.self, when: RuntimeContext.preview)
    // error: no exact matches in call to instance method 'register'
    container.register(Database.self, when: RuntimeContext.test) { Database() }
    // error: has no member 'always'
    if RuntimeContext.always.isCurrent { container.register(\.database) { Database() } }
    #endif
}

nonisolated func cleaningUp(in container: DependencyContainer) {
    #if CURED
    container.register(Database(), for: Database.self).onRemove { $0.close() }
    container.register(Database.self) { Database() }.onRemove { $0.close() }
    #else
    // error: extra argument 'onRemove' in call
    container.register(Database(), for: Database.self, onRemove: { $0.close() })
    // error: extra argument 'onRemove' in call
    container.register(Database.self, creator: { Database() }, onRemove: { $0.close() })
    #endif
}

nonisolated func observing(_ container: DependencyContainer) -> ResolutionObservation {
    #if CURED
    return container.observe { print($0.kind) }
    #else
    let token = container.register(Database(), for: Database.self)
    // error: cannot convert value of type 'ServiceRegistration<Database>' to expected argument type
    // error: extra trailing closure passed in call
    return container.observe(token) { print($0.kind) }
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
