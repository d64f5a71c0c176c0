// The baselines of look-ups.

import Synchronization

/// The limit: the cheapest thing that could do the job.
enum Limit {
    static let service: any Service = Implementation()
    static let otherService: any OtherService = Implementation()
    static let mock: any MockedService = Implementation()
}

/// The minimum of a service locator: a dictionary of types, which a lock guards.
enum LockedDictionary {
    private static let services = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([
        ObjectIdentifier((any Service).self): Implementation(),
        ObjectIdentifier((any OtherService).self): Implementation(),
    ])

    static func find<Service>(_ service: Service.Type) -> (any AnyObject & Sendable)? {
        services.withLock { $0[ObjectIdentifier(service)] }
    }
}
