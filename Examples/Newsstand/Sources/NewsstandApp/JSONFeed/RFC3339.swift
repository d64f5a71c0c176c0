import Foundation

/// Reads dates such as `2010-02-07T14:04:00-05:00`: https://www.rfc-editor.org/rfc/rfc3339
enum RFC3339 {
    /// Parses a date. Returns nil if the text is not an RFC 3339 date with a time.
    static func date(_ text: String) -> Date? {
        let day = /([0-9]{4})-([0-9]{2})-([0-9]{2})/
        let time = /([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?/
        let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" || $0 == " " }
        guard
            parts.count == 2,
            let (clock, secondsFromUTC) = splitOffset(parts[1]),
            let (_, year, month, dayOfMonth) = parts[0].wholeMatch(of: day)?.output,
            let (_, hour, minute, second, fraction) = clock.wholeMatch(of: time)?.output,
            let wholeSecond = Int(second), wholeSecond <= 60
        else { return nil }

        var components = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt,
            year: Int(year),
            month: Int(month),
            day: Int(dayOfMonth),
            hour: Int(hour),
            minute: Int(minute)
        )
        // Components allow no leap second. It is one second after 59.
        components.second = 0
        guard components.isValidDate, let date = components.date else { return nil }
        let seconds = Double(wholeSecond) + (fraction.flatMap { Double("0\($0)") } ?? 0)
        return date.addingTimeInterval(seconds - Double(secondsFromUTC))
    }

    /// Splits `14:04:00-05:00` into the time and the seconds that its offset is ahead of UTC.
    private static func splitOffset(_ text: Substring) -> (clock: Substring, secondsFromUTC: Int)? {
        if let last = text.last, last == "Z" || last == "z" { return (text.dropLast(), 0) }
        guard
            let (offset, sign, hours, minutes) = text.firstMatch(of: /([+-])([0-9]{2}):([0-9]{2})$/)?.output,
            let hours = Int(hours), let minutes = Int(minutes), hours < 24, minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return (text.dropLast(offset.count), sign == "-" ? -seconds : seconds)
    }
}
