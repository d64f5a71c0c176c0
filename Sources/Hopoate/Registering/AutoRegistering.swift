/// Registers an app's services when they are first needed.
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
/// Its registrations stand below all that are made by hand, even older ones.
///
/// In a framework, offer a ``DependencyModule`` instead. If two modules of a program conform, and neither imports the other, the
/// order of linking decides which of the two is called. Neither the compiler nor the linker reports it.
public protocol AutoRegistering: Sendable {
    /// Registers services in this container.
    ///
    /// Called once for each container without a parent, when a look-up in it first finds nothing, on the thread that looks up and
    /// under no lock. Other threads that find nothing wait meanwhile. A fork takes over the container's registrations. If this is
    /// still running, the fork calls it too. After ``DependencyContainer/removeAll()`` it is called again.
    func autoRegister()
}
