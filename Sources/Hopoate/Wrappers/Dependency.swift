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
/// The container is found when the object is made: the one given, or else the shared one of that moment. The property looks
/// there on whatever thread the object later runs. Nothing is resolved when the object is made, so the service need not be
/// registered yet.
///
/// The property keeps its container alive, with one exception: an object that is made while a creator runs, for a service
/// that the container keeps, does not. That stays so when the container lets go of the object, because its scope is reset for
/// example. Do not use such an object after its container is gone.
///
/// A container may also keep an object that none of its creators has made: a registered instance, or an object that a kept
/// service makes later, in a method. If that object has properties of the container, the two keep one another alive.
/// ``DependencyContainer/withChild(operation:)`` and ``DependencyContainer/removeAll()`` end that.
///
/// Each access resolves the service, on the calling thread, so it follows every registration and removal. There is one
/// exception: of a service that its registration does not keep, ``Lifetime/transient``, ``Lifetime/weak`` or
/// ``Lifetime/graph``, the property keeps the instance that it got for as long as the registration it came from answers,
/// so that two accesses reach one object. If a ``Lifetime/transient`` creator returns another service, as for an alias,
/// the property does not follow that one: read the other service itself in the property, or override the alias too.
///
/// A property of a list, `[any Badge]`, gets the contributions without a name, if there are some and no list is registered. It
/// resolves them at each access.
///
/// The getter is non-mutating: the wrapper works in a `struct`, and in a SwiftUI view. It traps, in release builds too,
/// like ``DependencyContainer/resolve(_:named:fileID:line:)``, naming the line of the property.
///
/// In a class that has to be `Sendable` the compiler rejects every property wrapper, as their storage is a `var`. Hold
/// the wrapper in a `let` there, `private let analytics = Dependency<any AnalyticsProviding>()`, and read it with
/// `analytics()`.
@propertyWrapper
public struct Dependency<Service>: ServiceWrapper {
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
        let key = ServiceKey(Service.self, named: name)
        reference = ServiceReference(key, in: container, CodePlace(fileID, line), isRequired: true)
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

    /// The service, as ``wrappedValue`` is: for a wrapper that is held in a `let`.
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

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, true) }
}

/// The wrapper itself may go wherever its service may.
extension Dependency: Sendable where Service: Sendable {}
