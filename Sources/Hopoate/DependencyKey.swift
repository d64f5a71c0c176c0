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
/// that of its service's type. Keys of a subscript are told apart by its values as well, but not by its generic parameters:
/// the standard library takes such paths for equal. Hand it `ObjectIdentifier(T.self)`, say. The process never forgets a key
/// that it has used, so do not hand a subscript ever new values, like the number of a request.
public struct DependencyKeys: Sendable { init() {} }

/// A typed key: the type of a service, its lifetime, and a default that stands below everything that is registered.
///
/// See ``DependencyKeys``. A key with a default can never be missing. The property is evaluated when its path is first used,
/// and its default is the same from then on.
public struct DependencyKey<Service> {
    let lifetime: Lifetime
    let place: CodePlace
    /// The property that made it, or the subscript or function.
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
    ///   - property: The property that the key is of, for errors. Pass it where another declaration makes the key, and the
    ///     whole way to it, as in `"feed.articles"`, for a key in a group.
    ///   - creator: Makes the default, once a look-up finds nothing else. One that needs an actor says so, like
    ///     one that is registered.
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
    ///   - property: The property that the key is of, for errors. Pass it where another declaration makes the key, and the
    ///     whole way to it, as in `"feed.articles"`, for a key in a group.
    /// - Returns: The key.
    public static func required(
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        property: String = #function
    ) -> DependencyKey {
        DependencyKey(lifetime: lifetime, place: CodePlace(fileID, line), property: property, recipe: nil)
    }

    /// The key of a path's stack. The path is evaluated when it is first used.
    @usableFromInline
    package static func key(_ path: DependencyKeyPath<Service>) -> ServiceKey {
        ThreadState.current.state.typedKeys[ObjectIdentifier(path)] ?? TypedKeys.learn(path)
    }

    package static func spelling(of path: DependencyKeyPath<Service>) -> String { key(path).typedKey!.spelling }
}

extension DependencyKeys {
    /// The services of typed keys whose defaults a test names by their paths alone.
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
