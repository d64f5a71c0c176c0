/// A protocol for registering the app's services on the first resolution of an unregistered service.
///
/// Conform ``DependencyContainer`` to it in the app's own target:
///
/// ```swift
/// extension DependencyContainer: @retroactive AutoRegistering {
///     /// Registers the services of the app.
///     public nonisolated func autoRegister() {
///         register((any SettingsProviding).self) { StoredSettings() }
///     }
/// }
/// ```
///
/// All other registrations override these, even registrations that were made earlier. Only the defaults of typed keys rank lower.
///
/// Do not conform in a framework: offer a ``DependencyModule``. If two targets of a program add the conformance, the compiler only
/// reports it if one imports the other. Otherwise you get no warning, and the order of linking decides which conformance is used.
public protocol AutoRegistering: Sendable {
    /// Registers the app's services in this container.
    ///
    /// A container without a parent calls this once, when a look-up in it or in a child first finds nothing. It runs on the thread
    /// of that look-up, with no lock held, and other threads whose look-ups find nothing wait meanwhile. Then the thread creates the
    /// services that the function has registered with the lifetime ``Lifetime/eager``. After
    /// ``DependencyContainer/removeAll(fileID:line:)``, the container calls it again at the next such look-up. A fork copies these
    /// registrations; if the function is still running, the fork calls it too.
    ///
    /// ```swift
    /// public nonisolated func autoRegister() {
    ///     register((any SettingsProviding).self) { StoredSettings() }
    /// }
    /// ```
    func autoRegister()
}
