/// The properties that a validation has checked.
///
/// ```swift
/// let validated = try DependencyContainer.shared.validateProperties(modules: ["MyApp"])
/// #expect(validated.skippedProperties.isEmpty)
/// ```
public struct ValidatedProperties: Sendable, Hashable {
    /// The properties whose services are registered, optional or excepted, sorted: `MyApp.FeedViewModel.analytics`.
    ///
    /// ```swift
    /// #expect(validated.properties.contains("MyApp.FeedViewModel.analytics"))
    /// ```
    public let properties: [String]
    /// The properties whose services are unknown, in the same form. Their services depend on a generic parameter, like
    /// `@Dependency var service: Parameter`, or their wrappers are inside of another type, like `[Dependency<Service>]`.
    ///
    /// In a generic type, a tuple with an `x`, `q` or `Q` in its labels seems to depend on a parameter.
    public let skippedProperties: [String]

    /// Named ``skippedProperties``.
    @available(*, unavailable, renamed: "skippedProperties")
    public var notLookedAt: [String] { skippedProperties }
}
