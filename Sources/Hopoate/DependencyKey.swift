/// The home of typed keys: extend it with a property for each service that is looked up by key.
///
/// ```swift
/// extension DependencyKeys {
///     var articles: DependencyKey<any ArticleRepository> { .init { DatabaseRepository() } }
/// }
///
/// @Dependency(\.articles) private var articles
/// ```
///
/// A key is told apart by its property, so several keys may be of one service, and a key's stack is another one than
/// that of its service's type.
public struct DependencyKeys: Sendable {
    init() {}
}

/// A typed key: the type of a service, its lifetime, and a default that stands below everything that is registered.
///
/// See ``DependencyKeys``. A key with a default can never be missing.
public struct DependencyKey<Service> {
    let lifetime: Lifetime
    private let place: CodePlace
    private let creator: (() throws -> Service)?
    private let isolation: (any Actor)?

    /// Makes a key with a default.
    ///
    /// - Parameters:
    ///   - lifetime: The default's lifetime, and that of creators which are registered for the key. An ``Lifetime/eager``
    ///     default is created when it is first needed.
    ///   - fileID: Where the key is, for errors.
    ///   - line: Where the key is, for errors.
    ///   - creator: Makes the default, once a look-up finds nothing else. Written on an actor, it belongs to that, like
    ///     one that is registered.
    public init(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        default creator: @escaping @isolated(any) () throws -> Service
    ) {
        self.init(lifetime, CodePlace(fileID: fileID, line: line), unchecked(creator), creator.isolation)
    }

    /// A key without a default: resolving it is an error as long as nothing is registered for it.
    ///
    /// ```swift
    /// extension DependencyKeys {
    ///     var session: DependencyKey<Session> { .required() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of creators that are registered for the key.
    ///   - fileID: Where the key is, for errors.
    ///   - line: Where the key is, for errors.
    /// - Returns: The key.
    public static func required(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> DependencyKey {
        DependencyKey(lifetime, CodePlace(fileID: fileID, line: line))
    }

    private init(
        _ lifetime: Lifetime,
        _ place: CodePlace,
        _ creator: (() throws -> Service)? = nil,
        _ isolation: (any Actor)? = nil
    ) {
        self.lifetime = lifetime
        self.place = place
        self.creator = creator
        self.isolation = isolation
    }
}

/// The path to a typed key: `\.articles`.
public typealias DependencyKeyPath<Service> = KeyPath<DependencyKeys, DependencyKey<Service>>

/// Makes the registration of a key's default for a table, or nothing when the key is required.
typealias DefaultRegistration = (StackTable) -> AnyServiceRegistration?

extension DependencyKey {
    /// What a path leads to, evaluated now, and the key of its stack.
    static func evaluate(_ path: DependencyKeyPath<Service>) -> (key: ServiceKey, value: DependencyKey) {
        let value = DependencyKeys()[keyPath: path]
        return (ServiceKey(Service.self, named: KeyNames.name(of: path, at: value.place)), value)
    }

    /// What to look up for a path, which is evaluated now.
    static func lookup(_ path: DependencyKeyPath<Service>, _ fileID: StaticString, _ line: UInt) -> Lookup {
        let (key, value) = evaluate(path)
        let place = CodePlace(fileID: fileID, line: line)
        return Lookup(key: key, place: place) { value.makeDefault(key, for: $0) }
    }

    var hasDefault: Bool { creator != nil }

    func makeDefault(_ key: ServiceKey, for table: StackTable) -> AnyServiceRegistration? {
        guard let creator else { return nil }
        lifetime.check(for: Service.self, key, place)
        if lifetime == .graph { ProcessFlags.set(.graphs) }
        let registration = ServiceRegistration<Service>(key, place, for: table)
        let details = ServiceDetails<Service>.ofCreator(isolation: isolation)
        registration.provide(lifetime, creator: creator, details: details)
        registration.rank = .keyDefault
        return registration
    }
}

/// The names by which the stacks of typed keys are found, given when a key is first used.
private enum KeyNames {
    private static let names = Protected<[AnyKeyPath: String]>([:])

    /// Compares key paths outside the lock, as that may run users' `==`.
    static func name(of path: AnyKeyPath, at place: CodePlace) -> String {
        var name: String
        var isUnchanged: Bool
        repeat {
            let known = names.withLock { $0 }
            if let name = known[path] { return name }
            let plain = "typed key of \(place)"
            name = known.values.contains(plain) ? "\(plain), \(known.count)" : plain
            var more = known
            more[path] = name
            isUnchanged = names.withLock { names in
                guard names.count == known.count else { return false }
                swap(&names, &more)
                return true
            }
        } while !isUnchanged
        return name
    }
}
