/// A property that resolves a service at each access, and is nil if the service is not registered.
///
/// ```swift
/// final class FeedViewModel {
///     @OptionalDependency private var crashReporter: (any CrashReporting)?
/// }
/// ```
///
/// An access traps if the service is registered but cannot be created. Otherwise the property works like ``Dependency``: it gets
/// its container when you create the object, resolves on the calling thread, and works in a `struct`.
@propertyWrapper
public struct OptionalDependency<Service>: ServiceWrapper {
    @usableFromInline let reference: ServiceReference

    /// Creates a property that resolves a service by its type.
    ///
    /// ```swift
    /// @OptionalDependency(named: "backup") private var store: (any Store)?
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - container: The container to look in. By default the one that is ``DependencyContainer/shared`` when the object is
    ///     created.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
    public init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        reference = ServiceReference(ServiceKey(Service.self, named: name), in: container, CodePlace(fileID, line))
    }

    /// Creates a property that resolves a typed key.
    ///
    /// The key path is evaluated now, not at each access.
    ///
    /// ```swift
    /// @OptionalDependency(\.session) private var session
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - container: The container to look in. By default the one that is ``DependencyContainer/shared`` when the object is
    ///     created.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
    public init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line))
    }

    /// The service, which each access resolves, or nil if it is not registered.
    @inlinable
    @inline(__always)
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// Resolves the service, like ``wrappedValue``, for a wrapper that you store in a `let`.
    ///
    /// ```swift
    /// final class Feed: Sendable {
    ///     private let store = OptionalDependency<any Store>()
    ///     func load() { store()?.load() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil if it is not registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the property looks in.
    ///
    /// Use it to create other objects with the same container later:
    ///
    /// ```swift
    /// let row = DependencyContainer.withShared(_store.container) { RowModel() }
    /// ```
    ///
    /// Traps if the container was released. This can only happen in an object that was created while the container created a cached
    /// service.
    public var container: DependencyContainer { reference.container }

    package static var dependency: DeclaredDependency { .ofProperty(Service.self, isRequired: false) }
}

extension OptionalDependency: Sendable where Service: Sendable {}
