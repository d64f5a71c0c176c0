// What the library is measured against when it looks services up.

import Synchronization

/// The limit: the cheapest thing that could do the job.
enum Limit {
    static let service: any Service = Implementation()
    static let otherService: any OtherService = Implementation()
    static let mock: any MockedService = Implementation()
}

/// The least that a service locator does: it looks a type up in a dictionary, which a lock guards.
enum LockedDictionary {
    private static let services = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([
        ObjectIdentifier((any Service).self): Implementation(),
        ObjectIdentifier((any OtherService).self): Implementation(),
    ])

    static func find<Service>(_ service: Service.Type) -> (any AnyObject & Sendable)? {
        services.withLock { $0[ObjectIdentifier(service)] }
    }
}
