/// A property that looks up a service without keeping it alive.
///
/// ```swift
/// final class Child {
///     @WeakDependency private var parent: (any Parent)?
/// }
/// ```
///
/// Use it for one of two services that refer to each other, so that both are released. The other one uses a ``Dependency`` or a
/// stored property.
///
/// If the registration keeps no instance (``Lifetime/weak`` or ``Lifetime/graph``, for example), the property returns the one it
/// got until no other object holds it, or another registration answers. Then it resolves anew. So a ``Lifetime/transient`` service
/// is a new one at each access, unless the caller stores it. The property is nil if nothing is registered for the service, and
/// only then. Otherwise it is like ``OptionalDependency``: it takes its container when the object is made, each access resolves on
/// the calling thread, and the getter is non-mutating.
@propertyWrapper
public struct WeakDependency<Service>: ServiceWrapper {
    private let reference: ServiceReference

    /// Makes a property that looks its service up in a container.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered by, or none.
    ///   - container: The container to look in. By default the one that is shared when the object is made.
    ///   - fileID: Where the property is, for errors.
    ///   - line: Where the property is, for errors.
    public init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let key = ServiceKey(Service.self, named: name)
        reference = ServiceReference(key, in: container, CodePlace(fileID, line), isWeak: true)
    }

    /// Makes a property that looks a typed key up in a container.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - container: The container to look in. By default the one that is shared when the object is made.
    ///   - fileID: Where the property is, for errors.
    ///   - line: Where the property is, for errors.
    public init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line), isWeak: true)
    }

    /// The service, resolved now, or nil if nothing is registered.
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// The service, like ``wrappedValue``, for a wrapper in a `let`.
    ///
    /// ```swift
    /// final class Child: Sendable {
    ///     private let parent = WeakDependency<any Parent>()
    ///
    ///     func call() { parent()?.called() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil if nothing is registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the property looks in. See ``Dependency/container``.
    ///
    /// ```swift
    /// let sibling = DependencyContainer.withShared(_parent.container) { Child() }
    /// ```
    public var container: DependencyContainer { reference.container }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, false) }
}

extension WeakDependency: Sendable where Service: Sendable {}
