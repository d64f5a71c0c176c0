/// A property that resolves a service at each access.
///
/// ```swift
/// final class FeedViewModel {
///     @Dependency private var analytics: any AnalyticsProviding
///     @Dependency(named: "backup") private var store: any Store
///     @Dependency(container: container) private var log: any LogProviding
/// }
/// ```
///
/// The property gets its container when you create the object: the one that you pass, or else the current
/// ``DependencyContainer/shared`` one. It uses this container on every thread. Creating the object resolves nothing, so you can
/// register the service later.
///
/// Each access resolves the service on the calling thread, so the property follows registrations and removals. If the lifetime is
/// ``Lifetime/transient``, ``Lifetime/weak`` or ``Lifetime/graph``, the property keeps its first instance until the registration is
/// overridden or removed. So two accesses return the same object. <doc:Lifetimes-and-defaults> says more.
///
/// The property keeps its container alive, with one exception. If the object is created while the container creates a cached
/// service, the property does not keep the container alive, because container and object would form a retain cycle. Such an object
/// must not outlive its container, even if the container released the object earlier. If it does, an access traps. Other objects
/// that the container stores, such as registered instances, do form a retain cycle with it: <doc:The-stack> says how to end it.
///
/// An access traps like ``DependencyContainer/resolve(_:named:fileID:line:)``, in release builds too, and names the line of the
/// property.
///
/// If no array is registered, a property of an array type, such as `[any Badge]`, gets the services that
/// `contribute(to: (any Badge).self)` has added without a name, if there are any.
///
/// The getter is nonmutating, so the wrapper works in a `struct`, for example in a SwiftUI view. In a `Sendable` class, store the
/// wrapper in a `let`: see ``callAsFunction()``.
@propertyWrapper
public struct Dependency<Service>: ServiceWrapper {
    @usableFromInline let reference: ServiceReference

    /// Creates a property that resolves a service by its type.
    ///
    /// ```swift
    /// @Dependency(named: "backup") private var store: any Store
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
        reference = ServiceReference(key, in: container, CodePlace(fileID, line), isRequired: true)
    }

    /// Creates a property that resolves a typed key.
    ///
    /// The key path is evaluated now, not at each access.
    ///
    /// ```swift
    /// @Dependency(\.articles) private var articles
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
        reference = ServiceReference(DependencyKey.key(path), in: container, CodePlace(fileID, line), isRequired: true)
    }

    /// The service, which each access resolves.
    @inlinable
    @inline(__always)
    public var wrappedValue: Service {
        var answer: Service?
        reference.answer { answer = $0.service(as: Service.self) }
        return answer!
    }

    /// Resolves the service, like ``wrappedValue``, for a wrapper that you store in a `let`.
    ///
    /// In a `Sendable` class, the compiler rejects property wrappers, because they are stored in a `var`.
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

    package static var dependency: DeclaredDependency { .ofProperty(Service.self) }
}

extension Dependency: Sendable where Service: Sendable {}
