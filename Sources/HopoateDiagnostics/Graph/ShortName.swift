/// Names of services without their modules.
package enum ShortName {
    /// `Store "backup"` for `Newsstand.Store` with the name `backup`, `Array<Store>` for `Swift.Array<Newsstand.Store>`.
    package static func of(_ service: String, named name: String? = nil) -> String {
        var parts: [Substring] = []
        for part in service.split(separator: ".", omittingEmptySubsequences: false) {
            let word = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            // A metatype has no name of its own.
            if word == "Type" || word == "Protocol", let type = parts.popLast() {
                parts.append(type + "." + part)
            } else {
                parts.append(part)
            }
        }
        let withoutModules = parts.indices.dropLast().map { index in
            // `Int...`
            if parts[index].isEmpty || parts[index + 1].isEmpty { return String(parts[index]) + "." }
            return String(parts[index].reversed().drop { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        }
        return withoutModules.joined() + (parts.last ?? "") + (name.map { " \"\($0)\"" } ?? "")
    }
}
