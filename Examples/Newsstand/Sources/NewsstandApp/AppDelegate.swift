import Hopoate

/// Registers the services when the app starts, and lets them finish when it ends.
@MainActor
package final class AppDelegate {
    private let container = DependencyContainer.shared

    package init() {}

    /// Registers what the view models and the services look up.
    ///
    /// - Throws: A ``NewsstandError`` when the analytics file cannot be opened.
    package func didFinishLaunching(options: LaunchOptions) throws {
        registerServices(options)
        if options.isUITesting { registerUITestingServices() }
        try openAnalytics()
    }

    /// Hands over what analytics have collected.
    package func willTerminate() throws {
        try container.resolve((any AnalyticsProviding).self).flush()
    }

    private func registerServices(_ options: LaunchOptions) {
        container.register(SystemTime(), for: (any TimeProviding).self)

        container.register(service: (any FeedLoading).self, named: "sample", lifetime: .cached) { SampleFeedLoader() }
        container.register(service: (any FeedLoading).self) {
            guard let path = options.feedPath else { return resolve((any FeedLoading).self, named: "sample") }
            return FileFeedLoader(path: path)
        }
        container.register(service: (any ArticleProviding).self, lifetime: .cached) { ArticleStore() }

        // Made when first looked up, so that no file is touched when a UI test has put a stub on top.
        container.register(service: (any AnalyticsProviding).self, lifetime: .cached) {
            guard let path = options.analyticsPath else { return SilentAnalytics() }
            return try JSONLinesAnalytics(path: path)
        }
        container.register(service: Stopwatch.self, lifetime: .transient) { Stopwatch() }

        if options.isVerbose {
            container.register(StandardErrorLog(), for: (any LogProviding).self)
        }
    }

    /// Puts stubs on top of the app's own services, so that every run gives the same output and leaves nothing behind.
    private func registerUITestingServices() {
        container.register(FixedTime(), for: (any TimeProviding).self)
        container.register(CannedFeedLoader(), for: (any FeedLoading).self)
        container.register(SilentAnalytics(), for: (any AnalyticsProviding).self)
    }

    /// Reports an analytics file that cannot be opened at once, and not when the first event is tracked.
    private func openAnalytics() throws {
        do {
            _ = try container.resolving((any AnalyticsProviding).self)
        } catch {
            throw error.underlyingError ?? error
        }
    }
}
