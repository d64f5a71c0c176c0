/// The typed keys: extend it with a property for each service that is looked up by key.
///
/// ```swift
/// extension DependencyKeys {
///     var articles: DependencyKey<any ArticleRepository> { .init { DatabaseRepository() } }
/// }
///
/// @Dependency(\.articles) private var articles
/// ```
///
/// A key is identified by its property. So one service may have several keys, and their stacks are not that of the service's type.
/// Keys of a subscript are identified by its values too, but not by its generic parameters, which the standard library ignores: pass
/// `ObjectIdentifier(T.self)`, for example. The process keeps each key that it has used, so don't pass a subscript an unbounded set
/// of values, such as request IDs.
public struct DependencyKeys: Sendable { init() {} }

/// A typed key: the type of a service, its lifetime, and a default that stands below everything that is registered.
///
/// See ``DependencyKeys``. A key with a default is never missing. The property is evaluated when its path is first used, and its
/// default is the same from then on.
public struct DependencyKey<Service> {
    let lifetime: Lifetime
    let place: CodePlace
    /// The property, subscript or function that made the key.
    let property: String
    let recipe: Recipe?
}

extension DependencyKey {
    /// Makes a key with a default.
    ///
    /// - Parameters:
    ///   - lifetime: The default's lifetime, and that of creators which are registered for the key. An ``Lifetime/eager``
    ///     default is created when it is first needed.
    ///   - fileID: Where the key is, for errors.
    ///   - line: Where the key is, for errors.
    ///   - property: The key's property, for errors. Pass it if another declaration makes the key. For a key in a group, pass the whole
    ///     path: `"feed.articles"`.
    ///   - creator: Creates the default, when a look-up first finds nothing else. If it needs an actor, it names it, like a creator
    ///     that is registered.
    public init(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        property: String = #function,
        default creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) {
        let recipe = Recipe(creator: creator)
        self.init(lifetime: lifetime, place: CodePlace(fileID, line), property: property, recipe: recipe)
    }

    /// Makes a key without a default: resolving it is an error unless a service is registered for it.
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
    ///   - property: The key's property, for errors. Pass it if another declaration makes the key. For a key in a group, pass the whole
    ///     path: `"feed.articles"`.
    /// - Returns: The key.
    public static func required(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        property: String = #function
    ) -> DependencyKey {
        DependencyKey(lifetime: lifetime, place: CodePlace(fileID, line), property: property, recipe: nil)
    }

    /// The key of a path's stack. Evaluates the path when it is first used.
    @usableFromInline
    package static func key(_ path: DependencyKeyPath<Service>) -> ServiceKey {
        ThreadState.current.state.typedKeys[ObjectIdentifier(path)] ?? TypedKeys.learn(path)
    }

    package static func spelling(of path: DependencyKeyPath<Service>) -> String { key(path).typedKey!.spelling }
}

extension DependencyKeys {
    /// The services of the keys that have defaults.
    package static func servicesWithDefaults(_ paths: [PartialKeyPath<DependencyKeys>]) -> [Any.Type] {
        paths.compactMap { (DependencyKeys()[keyPath: $0] as? any KeyOfAnyService)?.serviceWithDefault }
    }
}

private protocol KeyOfAnyService { var serviceWithDefault: Any.Type? { get } }

extension DependencyKey: KeyOfAnyService {
    var serviceWithDefault: Any.Type? { recipe == nil ? nil : Service.self }
}

/// The path to a typed key: `\.articles`.
///
/// ```swift
/// let path: DependencyKeyPath<any ArticleRepository> = \.articles
/// let articles = container.resolve(path)
/// ```
public typealias DependencyKeyPath<Service> = KeyPath<DependencyKeys, DependencyKey<Service>>
