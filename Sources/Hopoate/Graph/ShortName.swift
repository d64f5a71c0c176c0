/// Names of services without their modules.
enum ShortName {
    /// `Store "backup"` for `Newsstand.Store` with the name `backup`, `Array<Store>` for `Swift.Array<Newsstand.Store>`.
    static func of(_ service: String, named name: String? = nil) -> String {
        var result = ""
        var word = ""
        for character in service {
            if character == "." {
                word = ""
            } else if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                result += word + String(character)
                word = ""
            }
        }
        return result + word + (name.map { " \"\($0)\"" } ?? "")
    }
}
