/// A property that looks up a service which need not be registered.
///
/// ```swift
/// final class FeedViewModel {
///     @OptionalDependency private var crashReporter: (any CrashReporting)?
/// }
/// ```
///
/// The property is nil whenever nothing is registered for the service, and only then: one that is registered but cannot
/// be created traps. All else is as with ``Dependency``: the container is found when the object is made, each access
/// resolves on the calling thread, and the getter is non-mutating.
@propertyWrapper
public struct OptionalDependency<Service>: ServiceWrapper {
    @usableFromInline let reference: ServiceReference

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
        reference = ServiceReference(ServiceKey(Service.self, named: name), in: container, CodePlace(fileID, line))
    }

    /// Makes a property that looks a typed key up in a container.
    ///
    /// The key path is evaluated now, and not at each access.
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
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line))
    }

    /// The service, resolved now, or nil when nothing is registered.
    @inlinable
    @inline(__always)
    public var wrappedValue: Service? {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer
    }

    /// The service, as ``wrappedValue`` is: for a wrapper that is held in a `let`.
    ///
    /// ```swift
    /// final class Feed: Sendable {
    ///     private let store = OptionalDependency<any Store>()
    ///     func load() { store()?.load() }
    /// }
    /// ```
    ///
    /// - Returns: The service, or nil when nothing is registered.
    public func callAsFunction() -> Service? { wrappedValue }

    /// The container that the service is looked up in: the one that was given, or shared, when the wrapper was made.
    ///
    /// An object can make others in it later:
    ///
    /// ```swift
    /// let row = DependencyContainer.withShared(_store.container) { RowModel() }
    /// ```
    ///
    /// Traps if the container is gone, which only happens to an object that a container kept, and that is still there.
    public var container: DependencyContainer { reference.container }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, false) }
}

/// The wrapper itself may go wherever its service may.
extension OptionalDependency: Sendable where Service: Sendable {}
