/// A property that looks up a service which need not be registered.
///
/// ```swift
/// final class FeedViewModel {
///     @OptionalDependency private var crashReporter: (any CrashReporting)?
/// }
/// ```
///
/// The property is nil if nothing is registered for the service, and only then: it traps if a registered service cannot be
/// created. Otherwise it is like ``Dependency``: it takes its container when the object is made, each access resolves on the
/// calling thread, and the getter is non-mutating.
@propertyWrapper
public struct OptionalDependency<Service>: ServiceWrapper {
    @usableFromInline let reference: ServiceReference

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
        reference = ServiceReference(ServiceKey(Service.self, named: name), in: container, CodePlace(fileID, line))
    }

    /// Makes a property that looks a typed key up in a container.
    ///
    /// Evaluates the key path now, and not at each access.
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
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line))
    }

    /// The service, resolved now, or nil if nothing is registered.
    @inlinable
    @inline(__always)
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// The service, like ``wrappedValue``, for a wrapper in a `let`.
    ///
    /// ```swift
    /// final class Feed: Sendable {
    ///     private let store = OptionalDependency<any Store>()
    ///     func load() { store()?.load() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil if nothing is registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the property looks in: the one that was given, or shared, when the wrapper was made.
    ///
    /// Use it to make other objects in the same container later:
    ///
    /// ```swift
    /// let row = DependencyContainer.withShared(_store.container) { RowModel() }
    /// ```
    ///
    /// Traps if the container was released. Only an object that the container kept can outlive it.
    public var container: DependencyContainer { reference.container }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, false) }
}

extension OptionalDependency: Sendable where Service: Sendable {}
