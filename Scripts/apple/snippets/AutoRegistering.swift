// An app of the article 'Organising registrations' that registers on first use. It is type-checked for iOS, as the library's
// tests have another such app in the same process.

public import Hopoate

protocol SettingsProviding {}
struct StoredSettings: SettingsProviding {}

extension DependencyContainer: @retroactive AutoRegistering {
    /// Registers the services of the app.
    public nonisolated func autoRegister() {
        register((any SettingsProviding).self) { StoredSettings() }
    }
}
