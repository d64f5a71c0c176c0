// A property wrapper is stored in a `var`, which a `Sendable` class may not have. A `let` holds the wrapper there. The
// compiler names one property of each class.

import Hopoate

nonisolated protocol Store: Sendable {}

nonisolated final class Log {}

extension DependencyKeys {
    nonisolated var store: DependencyKey<any Store> { .required() }
}

#if CURED
nonisolated final class Model: Sendable {
    private let store = Dependency<any Store>()
    private let backup = Dependency<any Store>(named: "backup")
    private let key = Dependency(\.store)
    private let maybe = OptionalDependency<any Store>()
    private let log = Lazy<Log>()

    var stores: [any Store] { [store(), backup(), key()] }
}
#else
nonisolated final class Model: Sendable {
    // error: stored property '_store' of 'Sendable'-conforming class 'Model' is mutable
    @Dependency private var store: any Store
}

nonisolated final class NamedModel: Sendable {
    // error: stored property '_backup' of 'Sendable'-conforming class 'NamedModel' is mutable
    @Dependency(named: "backup") private var backup: any Store
}

nonisolated final class KeyedModel: Sendable {
    // error: stored property '_store' of 'Sendable'-conforming class 'KeyedModel' is mutable
    @Dependency(\.store) private var store: any Store
}

nonisolated final class OptionalModel: Sendable {
    // error: stored property '_maybe' of 'Sendable'-conforming class 'OptionalModel' is mutable
    @OptionalDependency private var maybe: (any Store)?
}

nonisolated final class LoggingModel: Sendable {
    // error: stored property 'log' of 'Sendable'-conforming class 'LoggingModel' contains non-Sendable type 'Log'
    private let log = Dependency<Log>()
}
#endif

@MainActor
final class Screen {
    @Dependency private var store: any Store
    @Dependency private var log: Log
}

actor Reader {
    @Dependency private var store: any Store
    @Dependency private var log: Log
}
