/// The properties that a validation has gone through.
///
/// ```swift
/// let validated = try DependencyContainer.shared.validateProperties(modules: ["MyApp"])
/// #expect(validated.skippedProperties.isEmpty)
/// ```
public struct ValidatedProperties: Sendable, Hashable {
    /// The properties whose services are registered, optional or excepted, like `MyApp.FeedViewModel.analytics`, sorted.
    ///
    /// ```swift
    /// #expect(validated.properties.contains("MyApp.FeedViewModel.analytics"))
    /// ```
    public let properties: [String]
    /// The properties whose services are unknown, in the same form: those that depend on the parameters of a generic type,
    /// like `@Dependency var service: Parameter`, and those whose wrapper is inside of another type, like `[Dependency<Service>]`.
    ///
    /// In a generic type, a tuple whose labels have an `x`, `q` or `Q` looks as if it depended on a parameter.
    public let skippedProperties: [String]
}
