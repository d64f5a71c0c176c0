import Hopoate

/// Registers the services when the app starts, and lets them finish when it ends.
@MainActor
package final class AppDelegate {
    private let container = DependencyContainer.shared
    /// The delegate's own, so that tests that run at the same time do not end one another's session.
    private let session = DependencyScope()

    package init() {}

    /// Registers what the view models and the services look up.
    ///
    /// - Throws: A ``NewsstandError`` when the analytics file cannot be opened.
    package func didFinishLaunching(options: LaunchOptions) throws {
        registerServices(options)
        if options.isUITesting { registerUITestingServices() }
        if options.isVerbose { registerLog() }
        try openAnalytics()
    }

    /// Ends the reader's session, and hands over what analytics have collected.
    package func willTerminate() throws {
        container.resolve(ReadingSession.self).end()
        session.reset()
        try container.resolve((any AnalyticsProviding).self).flush()
    }

    private func registerServices(_ options: LaunchOptions) {
        container.register(SystemTime(), for: (any TimeProviding).self)

        container.register((any FeedLoading).self, named: "sample", lifetime: .cached) { SampleFeedLoader() }
        container.register(service: (any FeedLoading).self) {
            guard let path = options.feedPath else { return resolve((any FeedLoading).self, named: "sample") }
            return FileFeedLoader(path: path)
        }
        container.register((any ArticleProviding).self, lifetime: .cached) { ArticleStore() }

        // Made when first looked up, so that no file is touched when a UI test has put a stub on top.
        container.register((any AnalyticsProviding).self, lifetime: .cached) {
            guard let path = options.analyticsPath else { return SilentAnalytics() }
            return try JSONLinesAnalytics(path: path)
        }
        container.register(ReadingSession.self, lifetime: .scoped(session)) { ReadingSession() }
        container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
        container.register(Stopwatch.self, lifetime: .transient) { Stopwatch() }
    }

    /// Puts stubs on top of the app's own services, so that every run gives the same output and leaves nothing behind.
    private func registerUITestingServices() {
        container.register(FixedTime(), for: (any TimeProviding).self)
        container.register(CannedFeedLoader(), for: (any FeedLoading).self)
        container.register(SilentAnalytics(), for: (any AnalyticsProviding).self)
    }

    /// Comes last, so that it is told of what the stubs of a UI test do, too.
    private func registerLog() {
        container.register(StandardErrorLog(), for: (any LogProviding).self)
        // Not the main actor's, as the article store asks for the loader from elsewhere.
        container.decorate((any FeedLoading).self) { @Sendable in LoggingFeedLoader($0) }
    }

    /// Reports an analytics file that cannot be opened at once, and not when the first event is tracked.
    private func openAnalytics() throws {
        do {
            _ = try container.resolving((any AnalyticsProviding).self)
        } catch let error as DependencyError {
            throw error.underlyingError ?? error
        }
    }
}
