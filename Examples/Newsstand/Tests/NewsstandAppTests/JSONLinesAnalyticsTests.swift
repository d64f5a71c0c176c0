import Foundation
import Testing

@testable import NewsstandApp

struct JSONLinesAnalyticsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func event(_ name: String) -> AnalyticsEvent {
        AnalyticsEvent(name: name, time: FixedTime().now, parameters: ["path": "a/b", "text": "Ō\n\"…\""])
    }

    @Test func eachEventIsALineOfJSON() throws {
        let analytics = try JSONLinesAnalytics(path: folder.path("events"))
        analytics.track(event("one"))
        analytics.track(event("two"))
        try analytics.flush()

        let parameters = #""parameters":{"path":"a/b","text":"Ō\n\"…\""},"time":"2026-06-01T12:00:00Z""#
        #expect(
            try folder.lines("events") == [#"{"name":"one",\#(parameters)}"#, #"{"name":"two",\#(parameters)}"#]
        )
    }

    @Test func eventsAreAppendedAndFlushedOnce() throws {
        let path = try folder.file("events", "before\n")
        for name in ["one", "two"] {
            let analytics = try JSONLinesAnalytics(path: path)
            analytics.track(event(name))
            try analytics.flush()
            try analytics.flush()
        }
        #expect(try folder.lines("events").count == 3)
        #expect(try folder.lines("events")[0] == "before")
    }

    @Test func aFileThatCannotBeOpenedIsAnError() {
        let path = folder.path("missing/events")
        #expect(throws: NewsstandError(path: path, problem: "No such file or directory")) {
            try JSONLinesAnalytics(path: path)
        }
    }
}
