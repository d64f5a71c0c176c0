import Testing

@testable import NewsstandApp

struct ArticleTests {
    @Test(arguments: [
        (#""title": "The title", "content_text": "text""#, "The title"),
        (#""title": "  ", "summary": "The summary", "content_text": "text""#, "The summary"),
        (#""content_text": "Two\n\n lines\u001b[31m""#, "Two lines [31m"),
        (
            #""content_html": "<p>One <em>and</em></p><p>two &amp; &#x1F99C; &#39;&copy;</p>""#,
            "One and two & 🦜 '&copy;"
        ),
        (#""content_html": "<img src='x'>", "url": "https://a.example/""#, "https://a.example/"),
        (#""content_text": """#, "the-id"),
    ])
    func theTitleIsTheFirstThingThatThereIs(json: String, title: String) throws {
        let feed = try Feed.withItems(#"{"id": "the-id", \#(json)}"#)
        #expect(Article(feed.items[0], in: feed).title == title)
    }

    @Test func theFeedsAuthorsAreThoseOfAnItemWithout() throws {
        let feed = try Feed.withItems(
            #"{"id": "a", "content_text": ""}, {"id": "b", "content_text": "", "author": {"name": "Own"}}"#,
            and: #""authors": [{"name": "Kim"}, {"name": "Lee"}],"#
        )
        #expect(feed.items.map { Article($0, in: feed).author } == ["Kim, Lee", "Own"])
    }
}
