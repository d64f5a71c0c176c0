/// The properties that `validateProperties` has checked.
///
/// ```swift
/// let validated = try container.validateProperties(modules: ["MyApp"])
/// #expect(validated.skippedProperties.isEmpty)
/// ```
public struct ValidatedProperties: Sendable, Hashable {
    /// The properties whose services are registered, optional or excepted, in alphabetical order.
    ///
    /// ```swift
    /// #expect(validated.properties.contains("MyApp.FeedViewModel.analytics"))
    /// ```
    public let properties: [String]
    /// The properties whose services are unknown, in the same form.
    ///
    /// Either the service depends on a generic parameter, as in `@Dependency var service: Parameter`, or the wrapper is inside
    /// another type, as in `[Dependency<Service>]`. In a generic type, this list also has a property whose service is a tuple
    /// with an `x`, `q` or `Q` in its labels.
    public let skippedProperties: [String]

    /// Named ``skippedProperties``.
    @available(*, unavailable, renamed: "skippedProperties")
    public var notLookedAt: [String] { skippedProperties }
}
