import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp
@testable import NewsstandUI

@MainActor
@Suite(.isolatedDependencies)
struct UserInterfaceWiringTests {
    @Test func theAppIsWired() async throws {
        let app = AppDelegate()
        try app.didFinishLaunching(options: LaunchOptions(isVerbose: true))
        app.container.install(ScreenModule())
        await app.container.checkWiring(modules: ["NewsstandApp", "NewsstandUI"])
    }

    @Test func aPreviewShowsTheStubs() async {
        let container = DependencyContainer.preview()
        let feed = container.resolve(FeedListModel.self)
        await feed.load()
        #expect(feed.title == "UI Testing")
    }
}
