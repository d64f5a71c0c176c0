#if canImport(SwiftUI)
public import Combine
public import Hopoate
public import SwiftUI

/// A property of a view that resolves an `ObservableObject`, and keeps it for as long as SwiftUI keeps the view's state.
///
/// ```swift
/// struct SearchView: View {
///     @StateObjectDependency private var search: SearchModel
///
///     var body: some View {
///         TextField("Search", text: $search.text)
///     }
/// }
/// ```
///
/// Creating the view captures the container, and resolves nothing. SwiftUI resolves the service once, on the main actor, before it
/// evaluates the view's `body` for the first time. It evaluates `body` again when the object publishes a change.
///
/// A failure traps like `DependencyContainer.resolve(_:named:fileID:line:)`, and names the line of the property.
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@MainActor
@propertyWrapper
public struct StateObjectDependency<Service: Combine.ObservableObject>: DynamicProperty, ServiceWrapper {
    @StateObject private var service: Service
    // SwiftUI keeps the first value, so this is the container that the service comes from. No `@State`, which Xcode 27 made a macro.
    private let firstContainer: State<DependencyContainer>

    /// Creates a property that resolves a service by its type.
    ///
    /// ```swift
    /// @StateObjectDependency(named: "archive") private var search: SearchModel
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - container: The container to look in. By default the one that is `DependencyContainer.shared` when the view is created.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
    nonisolated public init(
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        _service = StateObject(wrappedValue: container.resolve(Service.self, named: name, fileID: fileID, line: line))
        firstContainer = State(wrappedValue: container)
    }

    /// Creates a property that resolves a typed key.
    ///
    /// ```swift
    /// @StateObjectDependency(\.search) private var search
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - container: The container to look in. By default the one that is `DependencyContainer.shared` when the view is created.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
    nonisolated public init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        _service = StateObject(wrappedValue: container.resolve(path, fileID: fileID, line: line))
        firstContainer = State(wrappedValue: container)
    }

    /// The service.
    public var wrappedValue: Service { service }

    /// Bindings to the properties of the service: `$search.text`.
    public var projectedValue: ObservedObject<Service>.Wrapper { $service }

    /// The container that the service comes from.
    ///
    /// Create other views in it:
    ///
    /// ```swift
    /// DependencyContainer.withShared(_search.container) { ResultList() }
    /// ```
    public var container: DependencyContainer { firstContainer.wrappedValue }

    nonisolated package static var dependency: DeclaredDependency { .ofProperty(Service.self) }
}
#endif
