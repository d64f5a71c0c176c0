extension Double {
    /// A duration in seconds as text, in milliseconds with two digits after the point: `1234.50`.
    var inMilliseconds: String {
        let hundredths = UInt64(max(0, self * 100_000).rounded())
        return "\(hundredths / 100).\("\(hundredths % 100 + 100)".dropFirst())"
    }
}
