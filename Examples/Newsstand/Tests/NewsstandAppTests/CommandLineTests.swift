import Foundation
import Testing

/// Runs the built executable.
@Suite(.serialized)
struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func theSampleIsPrintedWithoutArguments() throws {
        let run = try Newsstand.run()
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("Tops & Tarns — 24 articles\n\nDate        Title  "))
        #expect(run.output.split(separator: "\n").count == 28)
    }

    @Test func aFeedIsSortedAndLimited() throws {
        let run = try Newsstand.run(try folder.file("feed.json", feed), "--sort", "title", "--limit", "2")
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                My Feed — 2 of 3 articles

                Date        Title  Author  Tags
                ──────────  ─────  ──────  ────
                            Apple
                2026-01-02  Pear   Kim     x, y

                1 byline · 1 undated · most used tag: x

                """
        )
    }

    @Test func aMissingFeedIsAnErrorInOneLine() throws {
        let path = folder.path("missing.json")
        let run = try Newsstand.run(path)
        #expect(run == Newsstand(exitCode: 1, errors: "newsstand: \(path): No such file or directory\n"))
    }

    @Test(arguments: [
        ("{", "is not valid JSON"),
        (#"{"version": "https://jsonfeed.org/version/1.1", "items": []}"#, "needs title"),
        (
            #"{"version": "https://jsonfeed.org/version/1.1", "title": "", "items": [{"id": 1}]}"#,
            "items[0]: needs content_text or content_html"
        ),
    ])
    func aMalformedFeedIsAnErrorInOneLine(json: String, problem: String) throws {
        let path = try folder.file("bad.json", json)
        let run = try Newsstand.run(path)
        #expect(run == Newsstand(exitCode: 1, errors: "newsstand: \(path): \(problem)\n"))
    }

    @Test func eventsAreAppendedToAFile() throws {
        let path = try folder.file("events", "before\n")
        #expect(try Newsstand.run("--analytics", path).exitCode == 0)
        #expect(try Newsstand.run("--analytics", path, folder.path("missing.json")).exitCode == 1)
        let lines = try folder.lines("events")
        #expect(lines.first == "before")
        let events = try lines.dropFirst().map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        let names = events.map { $0?["name"] as? String }
        #expect(names == ["feed_loaded", "feed_shown", "session_ended", "feed_failed", "session_ended"])
        let sessions = events.map { ($0?["parameters"] as? [String: String])?["session"] }
        #expect(Set(sessions.prefix(3)).count == 1)
        #expect(Set(sessions.suffix(2)).count == 1)
        #expect(Set(sessions).count == 2)
    }

    @Test func eventsThatCannotBeWrittenAreAnErrorInOneLine() throws {
        let path = folder.path("missing/events")
        let run = try Newsstand.run("--analytics", path)
        #expect(run == Newsstand(exitCode: 1, errors: "newsstand: \(path): No such file or directory\n"))
    }

    @Test func uiTestingIsTheSameEachTimeAndLeavesNothing() throws {
        let path = folder.path("events")
        let run = try Newsstand.run("--uitesting", "--analytics", path, folder.path("missing.json"))
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("UI Testing — 4 articles\n"))
        #expect(run == (try Newsstand.run("--uitesting")))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theLogGoesToStandardError() throws {
        let run = try Newsstand.run("--verbose", try folder.file("feed.json", feed))
        #expect(run.exitCode == 0)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "newsstand: My Feed: 3 items")
        #expect(lines.dropFirst().first == "newsstand: items[3]: has no usable id and was left out")
    }

    @Test func eachImageIsLoadedOnceForAllThatShowIt() throws {
        let run = try Newsstand.run("--images", "--verbose", "--sort", "author")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("  Image\n"))
        #expect(run.output.contains(" · 2 images, "))
        let loaded = run.errors.split(separator: "\n").filter { $0.contains("/images/") }
        #expect(loaded.count == 2)
        #expect(Set(loaded).count == 2)
    }

    @Test(arguments: [
        ["--sort", "size"], ["--limit", "0"], ["--width", "39"], ["--nonsense"], ["a.json", "b.json"],
    ])
    func wrongArgumentsAreAUsageError(arguments: [String]) throws {
        #expect(try Newsstand.run(arguments).exitCode == 64)
    }

    private let feed = """
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": "My Feed",
            "items": [
                {"id": "1", "title": "Pear", "content_text": "", "date_published": "2026-01-02T12:00:00Z",
                    "author": {"name": "Kim"}, "tags": ["x", "y"]},
                {"id": "2", "title": "Apple", "content_text": ""},
                {"id": "3", "title": "Quince", "content_text": "", "date_published": "2026-01-01T12:00:00Z"},
                {"title": "No id", "content_text": ""}
            ]
        }
        """
}
