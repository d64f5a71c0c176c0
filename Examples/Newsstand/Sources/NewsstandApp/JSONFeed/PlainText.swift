/// Makes plain lines out of a feed's texts.
enum PlainText {
    /// Replaces each run of white space and control characters by one space, and trims the ends.
    static func oneLine(_ text: String) -> String {
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        return text.unicodeScalars.split(whereSeparator: isBlank).map { String($0) }.joined(separator: " ")
    }

    /// Removes the tags of HTML, and replaces its entities by characters.
    static func withoutMarkup(_ html: String) -> String {
        let blocks = /<\/?(p|br|div|li|ul|ol|h[1-6]|blockquote|figure|figcaption)\b[^>]*>/.ignoresCase()
        let text = html.replacing(blocks, with: " ").replacing(/<[^>]*>/, with: "")
        return text.replacing(/&(#?[0-9A-Za-z]+);/) { entity in
            character(String(entity.1)).map { String($0) } ?? String(entity.0)
        }
    }

    private static func character(_ entity: String) -> Character? {
        let named: [String: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
            "hellip": "…", "rsquo": "’", "lsquo": "‘",
        ]
        guard entity.hasPrefix("#") else { return named[entity] }
        let digits = entity.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { Character($0) }
    }
}
