import Foundation
import Testing

@testable import NewsstandApp

struct FeedTests {
    @Test(arguments: [
        "https://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.1", "http://www.jsonfeed.org/version/1.1/",
    ])
    func bothVersionsAreRead(version: String) throws {
        let json = #"{"version": "\#(version)", "title": "A title", "items": []}"#
        #expect(try Feed(data: Data(json.utf8)).title == "A title")
    }

    @Test func theSampleIsReadWithoutANotice() async throws {
        let feed = try await SampleFeedLoader().loadFeed()
        #expect(feed.items.count >= 20)
        #expect(feed.notices.isEmpty)
        #expect(feed.items.contains { $0.title == nil })
        #expect(feed.items.contains { $0.datePublished == nil })
        #expect(feed.items.contains { $0.externalURL != nil })
    }

    @Test func numbersBecomeIdsThatAreStrings() throws {
        let feed = try Feed.withItems(
            """
            {"id": 42, "content_text": ""}, {"id": 7.5, "content_text": ""},
            {"id": 12345678901234567890, "content_text": ""}
            """
        )
        #expect(feed.items.map(\.id) == ["42", "7.5", "12345678901234567890"])
    }

    @Test(arguments: [#""#, #""id": null,"#, #""id": " ","#, #""id": {},"#, #""id": true,"#])
    func anItemWithoutAUsableIdIsLeftOut(id: String) throws {
        let feed = try Feed.withItems(#"{"id": "a", "content_text": ""}, {\#(id) "content_text": ""}"#)
        #expect(feed.items.map(\.id) == ["a"])
        #expect(feed.notices == ["items[1]: has no usable id and was left out"])
    }

    @Test func extensionsAndUnknownMembersAreIgnored() throws {
        let item = #"{"id": "a", "content_text": "", "_x": {"id": 1}, "attachments": [{}], "future": [[]]}"#
        let feed = try Feed.withItems(item, and: #""_blue": {"about": "…"}, "expired": "perhaps","#)
        #expect(feed.items.count == 1)
    }

    @Test func nullIsAsGoodAsNothing() throws {
        let item = #"{"id": "a", "title": null, "content_text": "t", "tags": null, "date_published": null}"#
        let feed = try Feed.withItems(item)
        #expect(feed.items[0].title == nil)
        #expect(feed.items[0].tags.isEmpty)
        #expect(feed.notices.isEmpty)
    }

    @Test func aDateThatCannotBeReadIsReportedAndLeftOut() throws {
        let feed = try Feed.withItems(#"{"id": "a", "content_text": "", "date_published": "last Tuesday"}"#)
        #expect(feed.items[0].datePublished == nil)
        #expect(feed.notices == [#"items[0].date_published: "last Tuesday" is not an RFC 3339 date"#])
    }

    @Test(arguments: [
        (#""author": {"name": "Old"},"#, ["Old"]),
        (#""authors": [{"name": "New"}], "author": {"name": "Old"},"#, ["New"]),
        (
            #""authors": [{"name": "A"}, {"url": "https://b.example/"}, {"avatar": "c.png"}],"#,
            ["A", "https://b.example/"]
        ),
        ("", []),
    ])
    func authorsComeBeforeTheDeprecatedAuthor(json: String, names: [String]) throws {
        let feed = try Feed.withItems(#"{\#(json) "id": "a", "content_text": ""}"#)
        #expect(feed.items[0].authors.compactMap(\.displayName) == names)
    }

    @Test(arguments: [
        (#""image": "a.png", "banner_image": "b.png","#, "a.png"), (#""banner_image": "b.png","#, "b.png"), ("", nil),
    ])
    func theBannerStandsInForTheImage(json: String, image: String?) throws {
        let feed = try Feed.withItems(#"{\#(json) "id": "a", "content_text": ""}"#)
        #expect(feed.items[0].image == image)
    }

    @Test(arguments: [
        ("", "is not valid JSON"),
        ("{", "is not valid JSON"),
        ("[]", "must be an object"),
        (#"{"title": "", "items": []}"#, "needs version"),
        (#"{"version": 1.1, "title": "", "items": []}"#, "version: must be a string"),
        (#"{"version": "https://jsonfeed.org/version/1", "items": []}"#, "needs title"),
        (#"{"version": "https://jsonfeed.org/version/1", "title": ""}"#, "needs items"),
        (#"{"version": "https://jsonfeed.org/version/1", "title": "", "items": {}}"#, "items: must be an array"),
    ])
    func theTopLevelIsChecked(json: String, problem: String) {
        #expect(message { try Feed(data: Data(json.utf8)) } == problem)
    }

    @Test func anUnknownVersionIsNamed() {
        let json = #"{"version": "https://jsonfeed.org/version/2", "title": "", "items": []}"#
        let problem = #"not "https://jsonfeed.org/version/2""#
        #expect(message { try Feed(data: Data(json.utf8)) }?.hasSuffix(problem) == true)
    }

    @Test(arguments: [
        (#"{"id": "b"}"#, "items[1]: needs content_text or content_html"),
        (#"{"id": "b", "content_html": 1}"#, "items[1].content_html: must be a string"),
        (#"{"id": "b", "content_text": "", "tags": "x"}"#, "items[1].tags: must be an array"),
        (#"{"id": "b", "content_text": "", "tags": ["x", 1]}"#, "items[1].tags[1]: must be a string"),
        (#"{"id": "b", "content_text": "", "authors": [7]}"#, "items[1].authors[0]: must be an object"),
        (#"{"id": "b", "content_text": "", "date_published": 0}"#, "items[1].date_published: must be a string"),
        (#""b""#, "items[1]: must be an object"),
        (#"null"#, "items[1]: must be an object"),
    ])
    func anItemsProblemIsNamedWithItsPlace(item: String, problem: String) {
        #expect(message { try Feed.withItems(#"{"id": "a", "content_text": ""}, \#(item)"#) } == problem)
    }

    private func message(of operation: () throws -> Feed) -> String? {
        do {
            _ = try operation()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
