/// The namespace of typed keys. Extend it with a property for each service that you resolve by a key.
///
/// ```swift
/// extension DependencyKeys {
///     var articles: DependencyKey<any ArticleRepository> {
///         .init { DatabaseRepository() }
///     }
/// }
///
/// @Dependency(\.articles) private var articles
/// ```
///
/// Each property is a key of its own. Registrations for one key affect neither other keys of the type nor resolutions by the type.
///
/// If you declare a key as a subscript, its arguments identify the key too. A generic parameter does not, because the standard
/// library ignores it in key paths. Declare a parameter `type: ObjectIdentifier` instead, and pass `ObjectIdentifier(T.self)`. Keys
/// stay in memory once they are used, so do not use an unbounded number of arguments, such as request IDs.
public struct DependencyKeys: Sendable { init() {} }

/// A typed key: the type of a service, its lifetime, and a default if you give one.
///
/// Declare keys in an extension of ``DependencyKeys``. A key's default stands below everything that is registered for the key, so a
/// key with a default is never missing. The library evaluates the key's property when its path is first used, and uses the same
/// default from then on.
public struct DependencyKey<Service> {
    let lifetime: Lifetime
    let place: CodePlace
    /// The property, subscript or function that made the key.
    let property: String
    let recipe: Recipe?
}

extension DependencyKey {
    /// Creates a key with a default.
    ///
    /// ```swift
    /// var articles: DependencyKey<any ArticleRepository> {
    ///     .init { DatabaseRepository() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the default, and of creators that are registered for the key. If it is ``Lifetime/eager``, the
    ///     default is created when it is first needed.
    ///   - fileID: The file of the key, for errors.
    ///   - line: The line of the key, for errors.
    ///   - property: The name of the property, for errors. Pass it if a function creates the key for the property, or if the key
    ///     path has several components: `"feed.articles"` for `\.feed.articles`.
    ///   - creator: Creates the default, when the key is first resolved and has no registration. If it needs an actor, annotate it:
    ///     `{ @MainActor in … }`.
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

    /// Creates a key without a default. Resolving it fails unless something is registered for it.
    ///
    /// ```swift
    /// extension DependencyKeys {
    ///     var session: DependencyKey<Session> { .required() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of creators that are registered for the key.
    ///   - fileID: The file of the key, for errors.
    ///   - line: The line of the key, for errors.
    ///   - property: The name of the property, for errors. Pass it if a function creates the key for the property, or if the key
    ///     path has several components: `"feed.articles"` for `\.feed.articles`.
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
        let thread = ThreadState.current
        if !thread.state.typedKeys.isEmpty, let known = thread.state.typedKeys[AnyTypedKey.index(of: path)],
            known.path === path
        {
            return known.key
        }
        return AnyTypedKey.learn(path)
    }

    package static func spelling(of path: DependencyKeyPath<Service>) -> String { key(path).typedKey!.spelling }
}

extension DependencyKeys {
    /// The keys at these paths, without paths that lead to something else.
    package static func keys(at paths: [PartialKeyPath<DependencyKeys>]) -> [ServiceKey] {
        paths.compactMap { (type(of: $0).valueType as? any KeyOfAnyService.Type)?.key(at: $0) }
    }
}

private protocol KeyOfAnyService { static func key(at path: AnyKeyPath) -> ServiceKey? }

extension DependencyKey: KeyOfAnyService {
    static func key(at path: AnyKeyPath) -> ServiceKey? { (path as? DependencyKeyPath<Service>).map { key($0) } }
}

/// The path to a typed key, such as `\.articles`.
///
/// ```swift
/// let path: DependencyKeyPath<any ArticleRepository> = \.articles
/// let articles = container.resolve(path)
/// ```
public typealias DependencyKeyPath<Service> = KeyPath<DependencyKeys, DependencyKey<Service>>
