import HopoateTestingHelpers
import Testing

@Suite struct ManualClockTests {
    @Test func `a clock shows how far it was advanced`() {
        let clock = ManualClock()
        #expect(clock.secondsNow() == 0)
        for seconds in [1.5, 0, 60] { clock.advance(bySeconds: seconds) }
        #expect(clock.secondsNow() == 61.5)
    }

    @Test(arguments: ["-1.0", "nan"]) func `time does not go back`(_ seconds: String) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [seconds = seconds as String] in
            ManualClock().advance(bySeconds: try #require(Double(seconds)))
        }
        let message = "ManualClockTests.swift:\(line): Fatal error: A ManualClock cannot be advanced by \(seconds) "
        #expect(try trapMessage(result).contains(message))
    }
}
