import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
struct AppDelegateTests {
    private let folder: TemporaryFolder
    private let container = DependencyContainer()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func launch(_ options: LaunchOptions) throws -> AppDelegate {
        try DependencyContainer.withShared(container) {
            let app = AppDelegate()
            try app.didFinishLaunching(options: options)
            return app
        }
    }

    @Test func theSampleIsLoadedWhenNoFeedIsGiven() throws {
        _ = try launch(LaunchOptions())
        #expect(container.resolve((any FeedLoading).self) is SampleFeedLoader)
    }

    @Test func theGivenFeedIsLoaded() throws {
        _ = try launch(LaunchOptions(feedPath: "feed.json"))
        #expect(container.resolve((any FeedLoading).self) is FileFeedLoader)
        #expect(container.resolve((any FeedLoading).self, named: "sample") is SampleFeedLoader)
    }

    @Test(arguments: [false, true])
    func aLogIsRegisteredOnlyWhenVerbose(isVerbose: Bool) throws {
        _ = try launch(LaunchOptions(isVerbose: isVerbose))
        #expect(container.canResolve((any LogProviding).self) == isVerbose)
    }

    @Test func everyStopwatchIsANewOne() throws {
        _ = try launch(LaunchOptions())
        #expect(container.resolve(Stopwatch.self) !== container.resolve(Stopwatch.self))
    }

    @Test func trackedEventsAreWrittenWhenTheAppTerminates() throws {
        let path = folder.path("events")
        let app = try launch(LaunchOptions(analyticsPath: path))
        container.resolve((any AnalyticsProviding).self).track(AnalyticsEvent(name: "a", time: FixedTime().now))
        #expect(try folder.lines("events").isEmpty)
        try app.willTerminate()
        #expect(try folder.lines("events").count == 1)
    }

    @Test func anAnalyticsFileThatCannotBeOpenedFailsTheLaunch() throws {
        let path = folder.path("missing/events")
        #expect(throws: NewsstandError(path: path, problem: "No such file or directory")) {
            try launch(LaunchOptions(analyticsPath: path))
        }
    }

    @Test func aUITestGetsStubsOnTopOfTheAppsServices() throws {
        let path = folder.path("events")
        _ = try launch(LaunchOptions(feedPath: "feed.json", analyticsPath: path, isUITesting: true))
        #expect(container.resolve((any TimeProviding).self) is FixedTime)
        #expect(container.resolve((any FeedLoading).self) is CannedFeedLoader)
        #expect(container.resolve((any AnalyticsProviding).self) is SilentAnalytics)
        #expect(container.registrations.filter { $0.depth == 1 }.count == 3)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aUITestSeesTheSameScreenEachTime() async throws {
        try await DependencyContainer.withShared(container) {
            try AppDelegate().didFinishLaunching(options: LaunchOptions(isUITesting: true))
            #expect(
                try await FeedScreen().text(width: 100) == """
                    UI Testing — 4 articles

                    Date        Title                 Author       Tags
                    ──────────  ────────────────────  ───────────  ──────────
                    2026-06-01  Today                 The Editors  new, short
                    2026-05-31  Yesterday             Aroha
                    2026-05-25  No title, but a text  The Editors
                                Some day              Ben

                    3 bylines · 1 undated · most used tag: new
                    """
            )
        }
    }

    @Test func aMockGoesOnTopOfAUITestsStub() throws {
        _ = try launch(LaunchOptions(isUITesting: true))
        do {
            let mock = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics(), container: container)
            container.resolve((any AnalyticsProviding).self).track(AnalyticsEvent(name: "a", time: FixedTime().now))
            #expect(mock.mock.events.count == 1)
        }
        #expect(container.resolve((any AnalyticsProviding).self) is SilentAnalytics)
    }
}
