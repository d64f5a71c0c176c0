// An app of the article 'Organising registrations' that registers when something is first missing. It is type-checked for
// iOS: the library's tests, one process, have another such app.

public import Hopoate

protocol SettingsProviding {}
struct StoredSettings: SettingsProviding {}

extension DependencyContainer: @retroactive AutoRegistering {
    /// Registers the services of the app.
    public nonisolated func autoRegister() {
        register((any SettingsProviding).self) { StoredSettings() }
    }
}
