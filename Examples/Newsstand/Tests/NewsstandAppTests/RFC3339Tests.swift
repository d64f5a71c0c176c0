import Foundation
import Testing

@testable import NewsstandApp

struct RFC3339Tests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2010-02-07T14:04:00-05:00", 1_265_569_440),
        ("2026-03-15t22:30:00z", 1_773_613_800),
        ("2026-03-15 22:30:00+09:00", 1_773_581_400),
        ("2025-10-30T18:00:00+13:45", 1_761_797_700),
        ("1970-01-01T00:00:00.5Z", 0.5),
        ("1970-01-01T00:00:01.123456789+00:00", 1.123456789),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2024-02-29T00:00:00-00:00", 1_709_164_800),
    ])
    func aDateIsRead(text: String, seconds: TimeInterval) throws {
        let date = try #require(RFC3339.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(arguments: [
        "", "2026-03-15", "2026-03-15T22:30:00", "2026-03-15T22:30Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
        "2026-03-15T24:00:00Z", "2026-03-15T22:60:00Z", "2026-03-15T22:30:61Z", "2026-03-15T22:30:00+24:00",
        "2026-03-15T22:30:00+0900", "2026-03-15T22:30:00.Z", "15 March 2026", "٢٠٢٦-03-15T22:30:00Z", "T", "Z",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(RFC3339.date(text) == nil)
    }
}
