/// A property that looks a service up, and holds no instance alive.
///
/// ```swift
/// final class Child {
///     @WeakDependency private var parent: (any Parent)?
/// }
/// ```
///
/// For two services that refer to each other: one of them holds the other with a ``Dependency`` or in a stored property, and
/// is itself referred to with this, so that both are freed.
///
/// If the registration keeps no instance, with the lifetime ``Lifetime/weak`` or ``Lifetime/graph`` say, the property gives
/// the one it got as long as somebody else holds it and no other registration answers, and resolves anew after that. A
/// ``Lifetime/transient`` service is therefore a new one at each access, unless the caller stores it. The property is nil
/// whenever nothing is registered for the service, and only then. All else is as with ``OptionalDependency``: the container is
/// found when the object is made, each access resolves on the calling thread, and the getter is non-mutating.
@propertyWrapper
public struct WeakDependency<Service>: ServiceWrapper {
    private let reference: ServiceReference

    /// Makes a property that looks its service up in a container.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered by, or none.
    ///   - container: Where to look. By default the container that is shared when the object is made.
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
    ///   - container: Where to look. By default the container that is shared when the object is made.
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

    /// The service, resolved now, or nil when nothing is registered.
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// The service, as ``wrappedValue`` is: for a wrapper that is held in a `let`.
    ///
    /// ```swift
    /// final class Child: Sendable {
    ///     private let parent = WeakDependency<any Parent>()
    ///
    ///     func call() { parent()?.called() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil when nothing is registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the service is looked up in: see ``Dependency/container``.
    ///
    /// ```swift
    /// let sibling = DependencyContainer.withShared(_parent.container) { Child() }
    /// ```
    public var container: DependencyContainer { reference.container }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, false) }
}

/// The wrapper itself may go wherever its service may.
extension WeakDependency: Sendable where Service: Sendable {}
