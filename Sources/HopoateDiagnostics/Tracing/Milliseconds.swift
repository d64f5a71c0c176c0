/// A time as text, in milliseconds with two digits after the point: `1234.50`.
struct Milliseconds: CustomStringConvertible {
    let seconds: Double

    var description: String {
        let hundredths = (seconds * 100_000).rounded()
        guard let whole = Int64(exactly: hundredths) else { return "\(seconds * 1000)" }
        let digits = whole.magnitude % 100
        return "\(whole < 0 ? "-" : "")\(whole.magnitude / 100).\(digits < 10 ? "0" : "")\(digits)"
    }
}
