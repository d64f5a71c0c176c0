#if canImport(SwiftUI)
import Combine
public import Hopoate
public import Observation
public import SwiftUI

/// A property of a view that resolves an `@Observable` object, and keeps it for as long as SwiftUI keeps the view's state.
///
/// ```swift
/// struct SettingsView: View {
///     @StateDependency private var settings: SettingsModel
///
///     var body: some View {
///         Toggle("Sound", isOn: $settings.hasSound)
///     }
/// }
/// ```
///
/// Creating the view captures the container, and resolves nothing. SwiftUI resolves the service once, on the main actor, before it
/// evaluates the view's `body` for the first time. It evaluates `body` again when a property that `body` has read changes.
///
/// A failure traps like `DependencyContainer.resolve(_:named:fileID:line:)`, and names the line of the property.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@propertyWrapper
public struct StateDependency<Service: AnyObject & Observable>: DynamicProperty, ServiceWrapper {
    @StateObject private var resolved: ResolvedService<Service>
    private let firstContainer: State<DependencyContainer>

    /// Creates a property that resolves a service by its type.
    ///
    /// ```swift
    /// @StateDependency(named: "guest") private var settings: SettingsModel
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
        _resolved = StateObject(
            wrappedValue: ResolvedService(container.resolve(Service.self, named: name, fileID: fileID, line: line))
        )
        firstContainer = State(wrappedValue: container)
    }

    /// Creates a property that resolves a typed key.
    ///
    /// ```swift
    /// @StateDependency(\.settings) private var settings
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
        _resolved = StateObject(wrappedValue: ResolvedService(container.resolve(path, fileID: fileID, line: line)))
        firstContainer = State(wrappedValue: container)
    }

    /// The service.
    public var wrappedValue: Service { resolved.service }

    /// Bindings to the properties of the service: `$settings.hasSound`.
    public var projectedValue: Bindable<Service> { Bindable(resolved.service) }

    /// The container that the service comes from.
    ///
    /// Create other views in it:
    ///
    /// ```swift
    /// DependencyContainer.withShared(_settings.container) { SoundList() }
    /// ```
    public var container: DependencyContainer { firstContainer.wrappedValue }

    nonisolated package static var dependency: DeclaredDependency { .ofProperty(Service.self) }
}

/// Kept by a `StateObject`, which evaluates its initial value once. A `State` evaluates it for each value of the view.
private final class ResolvedService<Service>: Combine.ObservableObject {
    let service: Service

    init(_ service: Service) { self.service = service }
}
#endif
