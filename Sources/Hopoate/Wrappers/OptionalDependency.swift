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
public struct OptionalDependency<Service> {
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
        reference = ServiceReference(key, in: container, CodePlace(fileID, line))
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
        reference.answerIfRegistered { answer = $0.service(as: Service.self) }
        return answer
    }
}

/// The wrapper itself may go wherever its service may.
extension OptionalDependency: Sendable where Service: Sendable {}

extension OptionalDependency: HoldsContainer {
    func letGoOfContainer(of table: StackTable) { reference.letGoOfContainer(of: table) }
}
