import Testing

@testable import HopoateDiagnostics

@Suite struct InMillisecondsTests {
    @Test(arguments: [
        (0, "0.00"), (0.000_004, "0.00"), (0.000_005, "0.01"), (0.0123, "12.30"), (0.000_999_9, "1.00"),
        (1.2345, "1234.50"),
    ])
    func aTimeIsWrittenWithTwoDigits(seconds: Double, text: String) {
        #expect(seconds.inMilliseconds == text)
    }
}
