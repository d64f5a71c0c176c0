extension String {
    /// The number of terminal columns that the text takes.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// Returns the text, cut with a … if it does not fit.
    func truncated(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        var text = ""
        var free = width - 1
        for character in self {
            free -= character.displayWidth
            if free < 0 { break }
            text.append(character)
        }
        while text.last == " " { text.removeLast() }
        return width > 0 ? text + "…" : ""
    }

    /// Returns the text, padded with spaces to the width.
    func padded(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }
}

extension Character {
    /// 2 for wide East Asian characters and emoji, 0 for invisible ones, and 1 for others.
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        let isEmoji = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isEmoji || Character.isWide(first) ? 2 : 1
    }

    /// Whether a scalar is in a wide East Asian block of Unicode.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3: true
        case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
        default: false
        }
    }
}
