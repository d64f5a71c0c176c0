/// A property that looks a service up.
///
/// ```swift
/// final class FeedViewModel {
///     @Dependency private var analytics: any AnalyticsProviding
///     @Dependency(named: "backup") private var store: any Store
///     @Dependency(container: container) private var log: any LogProviding
/// }
/// ```
///
/// The property takes its container when the object is made: the given one, or else the one that is shared at that moment. It uses
/// this container on whatever thread the object later runs. Making the object resolves nothing, so the service need not be
/// registered yet.
///
/// The property keeps its container alive, with one exception: an object that is made while a creator runs, for a service that
/// the container keeps. That stays so after the container has released the object, because its scope was reset for example. Do not
/// use such an object after its container is released.
///
/// A container may also keep an object that none of its creators has made: a registered instance, or an object that a kept
/// service makes later, in a method. If that object has properties of the container, the two keep one another alive.
/// ``DependencyContainer/withChild(operation:)`` and ``DependencyContainer/removeAll()`` end that.
///
/// Each access resolves the service, on the calling thread, so it follows every registration and removal. There is one
/// exception: if the registration keeps no instance (``Lifetime/transient``, ``Lifetime/weak`` or ``Lifetime/graph``), the
/// property keeps the one it got until another registration answers, so that two accesses reach one object. If a
/// ``Lifetime/transient`` creator returns another service, as for an alias, the property does not follow that service: read
/// the other service in the property, or override the alias too.
///
/// A property of a list, `[any Badge]`, gets the contributions without a name, if there are any and no list is registered. It
/// resolves them at each access.
///
/// The getter is non-mutating: the wrapper works in a `struct`, and in a SwiftUI view. It traps, in release builds too, like
/// ``DependencyContainer/resolve(_:named:fileID:line:)``, and names the line of the property.
///
/// In a `Sendable` class the compiler rejects all property wrappers, as their storage is a `var`. Hold the wrapper in a `let`
/// there, `private let analytics = Dependency<any AnalyticsProviding>()`, and read it with `analytics()`.
@propertyWrapper
public struct Dependency<Service>: ServiceWrapper {
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
        let key = ServiceKey(Service.self, named: name)
        reference = ServiceReference(key, in: container, CodePlace(fileID, line), isRequired: true)
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
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line), isRequired: true)
    }

    /// The service, resolved now.
    @inlinable
    @inline(__always)
    public var wrappedValue: Service {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer!
    }

    /// The service, like ``wrappedValue``, for a wrapper in a `let`.
    ///
    /// ```swift
    /// final class Feed: Sendable {
    ///     private let store = Dependency<any Store>()
    ///     func load() { store().load() }
    /// }
    /// ```
    ///
    /// - Returns: The service.
    public func callAsFunction() -> Service { wrappedValue }

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

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, true) }
}

extension Dependency: Sendable where Service: Sendable {}
