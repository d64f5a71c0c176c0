/// A property that resolves a service without keeping it alive.
///
/// ```swift
/// final class Child {
///     @WeakDependency private var parent: (any Parent)?
/// }
/// ```
///
/// Use it to avoid a retain cycle between two services that refer to each other. The other service uses a ``Dependency`` or a
/// stored property.
///
/// Registrations with ``Lifetime/weak``, ``Lifetime/graph`` or ``Lifetime/transient`` cache no instance. The property then returns
/// its previous instance while another object holds it. It resolves again if no object does, or if a newer registration overrides
/// this one. So with ``Lifetime/transient``, each access creates a new instance, unless you hold on to the previous one.
///
/// The property is nil only if the service is not registered. Otherwise it works like ``OptionalDependency``.
@propertyWrapper
public struct WeakDependency<Service>: ServiceWrapper {
    private let reference: ServiceReference

    /// Creates a property that resolves a service by its type.
    ///
    /// ```swift
    /// @WeakDependency(named: "main") private var window: (any Window)?
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
        let key = ServiceKey(Service.self, named: name)
        reference = ServiceReference(key, in: container, CodePlace(fileID, line), isWeak: true)
    }

    /// Creates a property that resolves a typed key.
    ///
    /// ```swift
    /// @WeakDependency(\.window) private var window
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
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line), isWeak: true)
    }

    /// The service, which each access resolves, or nil if it is not registered.
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// Resolves the service, like ``wrappedValue``, for a wrapper that you store in a `let`.
    ///
    /// ```swift
    /// final class Child: Sendable {
    ///     private let parent = WeakDependency<any Parent>()
    ///
    ///     func call() { parent()?.called() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil if it is not registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the property looks in. See ``Dependency/container``.
    ///
    /// ```swift
    /// let sibling = DependencyContainer.withShared(_parent.container) { Child() }
    /// ```
    public var container: DependencyContainer { reference.container }

    package static var dependency: DeclaredDependency { .ofProperty(Service.self, isRequired: false) }
}

extension WeakDependency: Sendable where Service: Sendable {}
