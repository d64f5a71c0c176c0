import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(.isolatedDependencies)
struct AppDelegateTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func launch(_ options: LaunchOptions) throws -> AppDelegate {
        let app = AppDelegate()
        try app.didFinishLaunching(options: options)
        return app
    }

    @Test func theSampleIsLoadedWhenNoFeedIsGiven() throws {
        try launch(LaunchOptions())
        #expect(resolve((any FeedLoading).self) is SampleFeedLoader)
    }

    @Test func theGivenFeedIsLoaded() throws {
        try launch(LaunchOptions(feedPath: "feed.json"))
        #expect(resolve((any FeedLoading).self) is FileFeedLoader)
        #expect(resolve((any FeedLoading).self, named: "sample") is SampleFeedLoader)
    }

    @Test(arguments: [false, true])
    func aLogIsRegisteredOnlyWhenVerbose(isVerbose: Bool) throws {
        try launch(LaunchOptions(isVerbose: isVerbose))
        #expect(DependencyContainer.shared.canResolve((any LogProviding).self) == isVerbose)
    }

    @Test(arguments: [false, true])
    func theLogIsToldOfWhatIsLoadedAlsoInAUITest(isUITesting: Bool) async throws {
        try launch(LaunchOptions(isUITesting: isUITesting, isVerbose: true))
        let log = MockContainer(MockLog(), for: (any LogProviding).self)
        let list = try await ArticleStore().articles()
        #expect(log.mock.messages == ["\(list.title): \(list.articles.count) items"])
    }

    @Test func aSessionEndsWithTheAppAndAnotherBeginsWhenItIsNeeded() throws {
        let app = try launch(LaunchOptions())
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        for event in ["a", "b"] { resolve(ReadingSession.self).track(event) }
        try app.willTerminate()
        resolve(ReadingSession.self).track("c")

        #expect(analytics.mock.events.map(\.name) == ["a", "b", "session_ended", "c"])
        let sessions = analytics.mock.events.map(\.parameters["session"])
        #expect(Set(sessions.prefix(3)).count == 1)
        #expect(sessions[3] != nil && sessions[3] != sessions[0])
    }

    @Test func aSessionInWhichNothingHappenedDoesNotEnd() throws {
        let app = try launch(LaunchOptions())
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        resolve(ReadingSession.self).track("a")
        resolve(ReadingSessions.self).endCurrent()
        try app.willTerminate()
        #expect(analytics.mock.events.map(\.name) == ["a", "session_ended"])
    }

    @Test func oneAppDoesNotEndTheSessionOfAnother() throws {
        try launch(LaunchOptions())
        let session = resolve(ReadingSession.self)
        try DependencyContainer.withShared(DependencyContainer()) { try launch(LaunchOptions()).willTerminate() }
        #expect(resolve(ReadingSession.self) === session)
    }

    @Test func everyStopwatchIsANewOne() throws {
        try launch(LaunchOptions())
        #expect(resolve(Stopwatch.self) !== resolve(Stopwatch.self))
    }

    @Test func trackedEventsAreWrittenWhenTheAppTerminates() throws {
        let path = folder.path("events")
        let app = try launch(LaunchOptions(analyticsPath: path))
        resolve(ReadingSession.self).track("a")
        #expect(try folder.lines("events").isEmpty)
        try app.willTerminate()
        #expect(try folder.lines("events").count == 2)
    }

    @Test func anAnalyticsFileThatCannotBeOpenedFailsTheLaunch() throws {
        let path = folder.path("missing/events")
        #expect(throws: NewsstandError(path: path, problem: "No such file or directory")) {
            try launch(LaunchOptions(analyticsPath: path))
        }
    }

    @Test func aUITestGetsStubsOnTopOfTheAppsServices() throws {
        let path = folder.path("events")
        try launch(LaunchOptions(feedPath: "feed.json", analyticsPath: path, isUITesting: true))
        #expect(resolve((any TimeProviding).self) is FixedTime)
        #expect(resolve((any FeedLoading).self) is CannedFeedLoader)
        #expect(resolve((any AnalyticsProviding).self) is SilentAnalytics)
        #expect(DependencyContainer.shared.registrations.filter { $0.depth == 1 }.count == 3)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aUITestSeesTheSameScreenEachTime() async throws {
        try launch(LaunchOptions(isUITesting: true))
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

    @Test func theImagesGoWithTheScreenThatShowsThem() async throws {
        try launch(LaunchOptions(isUITesting: true))
        var screen: FeedScreen? = FeedScreen(showsImages: true)
        #expect(try await screen?.text(width: 100).hasSuffix(" · 1 image, 6 bytes") == true)

        let cache = { [weak cache = resolve(ImageCache.self)] in cache }
        #expect(cache() != nil)
        screen = nil
        #expect(cache() == nil)
    }

    @Test func aMockGoesOnTopOfAUITestsStub() throws {
        try launch(LaunchOptions(isUITesting: true))
        do {
            let mock = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
            resolve((any AnalyticsProviding).self).track(AnalyticsEvent(name: "a", time: FixedTime().now))
            #expect(mock.mock.events.count == 1)
        }
        #expect(resolve((any AnalyticsProviding).self) is SilentAnalytics)
    }
}
