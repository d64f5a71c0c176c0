@testable import NewsstandApp
@testable import NewsstandUI

extension AppDelegate {
    /// An app with the stubs of a user interface test, in the container of the test.
    static func launched() -> AppDelegate {
        let app = AppDelegate()
        app.launchUserInterface(isUITesting: true)
        return app
    }
}

extension Article {
    /// An article with an author, a day, tags and an image.
    static let example = Article(
        FeedItem(
            id: "1",
            title: "Title",
            contentText: "Text",
            image: "a.png",
            datePublished: FixedTime().now,
            author: "Kim",
            tags: ["huts", "birds"]
        ),
        in: Feed(title: "", items: [])
    )
}
