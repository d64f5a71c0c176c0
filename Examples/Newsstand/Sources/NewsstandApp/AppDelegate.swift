package import Hopoate

/// Registers the services when the app starts, and ends the session when the app terminates.
@MainActor
package final class AppDelegate {
    /// The container that it registers in.
    package let container = DependencyContainer.shared
    /// Each delegate has its own, so that tests that run at the same time do not end one another's sessions.
    private let session = DependencyScope()

    package init() {}

    /// Registers the services that view models and other services look up.
    ///
    /// - Throws: A ``NewsstandError`` if the analytics file cannot be opened.
    package func didFinishLaunching(options: LaunchOptions) throws {
        registerServices(options)
        if options.isUITesting { registerUITestingServices() }
        if options.isVerbose { registerLog() }
        try openAnalytics()
    }

    /// Ends the reader's session, and flushes the analytics.
    package func willTerminate() throws {
        container.resolve(ReadingSessions.self).endCurrent()
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

        // Created when it is first looked up, so that a UI test with a stub touches no file.
        container.register((any AnalyticsProviding).self, lifetime: .cached) {
            guard let path = options.analyticsPath else { return SilentAnalytics() }
            return try JSONLinesAnalytics(path: path)
        }
        container.register(ReadingSession.self, lifetime: .scoped(session)) { ReadingSession() }
        container.register(ReadingSessions.self) { [session] in ReadingSessions(scope: session) }
        container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
        container.register(Stopwatch.self, lifetime: .transient) { Stopwatch() }
    }

    /// Overrides the app's services with stubs, so that each run gives the same output and leaves no files.
    private func registerUITestingServices() {
        container.register(FixedTime(), for: (any TimeProviding).self)
        container.register(CannedFeedLoader(), for: (any FeedLoading).self)
        container.register(SilentAnalytics(), for: (any AnalyticsProviding).self)
    }

    /// Comes last, to decorate the stubs of a UI test too.
    private func registerLog() {
        container.register(StandardErrorLog(), for: (any LogProviding).self)
        // Not on the main actor, as the article store resolves the loader elsewhere.
        container.decorate((any FeedLoading).self) { @Sendable in LoggingFeedLoader($0) }
    }

    /// Opens the analytics file at launch, to report an error before the first event is tracked.
    private func openAnalytics() throws {
        do {
            _ = try container.resolving((any AnalyticsProviding).self)
        } catch let error as DependencyError {
            throw error.underlyingError ?? error
        }
    }
}
