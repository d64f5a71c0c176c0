import Hopoate
import NewsstandApp

extension AppDelegate {
    /// Registers the services of all front ends, and the models of this one.
    ///
    /// - Parameter isUITesting: Whether to override services with the stubs of a user interface test.
    func launchUserInterface(isUITesting: Bool = false) {
        do {
            try didFinishLaunching(options: LaunchOptions(isUITesting: isUITesting))
        } catch {
            fatalError("Newsstand cannot be launched. \(error)")
        }
        container.install(ScreenModule())
    }
}

/// The models of the views.
struct ScreenModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.register(AccountModel.self, lifetime: .transient) { @MainActor in AccountModel() }
        container.register(FeedListModel.self, lifetime: .transient) { @MainActor in FeedListModel() }
        // SwiftUI creates views again and again. They share one model for as long as the article is on the screen.
        container.register(ArticleModel.self, taking: Article.self, lifetime: .weak) { @MainActor in
            ArticleModel(article: $0)
        }
    }
}

extension DependencyContainer {
    /// A new container for a preview, which has the stubs of a user interface test.
    @MainActor
    static func preview() -> DependencyContainer {
        let container = DependencyContainer()
        withShared(container) { AppDelegate().launchUserInterface(isUITesting: true) }
        return container
    }
}
