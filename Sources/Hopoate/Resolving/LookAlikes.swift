/// What there is in place of a missing service: likely misspellings of it, and other reasons why it is not found.
struct LookAlikes {
    /// The most alike first, and the newest first among equals.
    let registrations: [RegistrationInfo]
    let hint: String?

    private static let limit = 5

    init(of key: ServiceKey, in table: StackTable) {
        let inventory = table.inventory()
        let ranked = inventory.compactMap { info in
            LookAlikes.distance(of: info, from: key).map { (distance: $0, info: info) }
        }
        let sorted = ranked.sorted { left, right in
            (left.distance, right.info.number) < (right.distance, left.info.number)
        }
        registrations = sorted.prefix(LookAlikes.limit).map(\.info)
        hint = LookAlikes.hint(for: key, in: table, isEmpty: inventory.isEmpty)
    }

    private static func hint(for key: ServiceKey, in table: StackTable, isEmpty: Bool) -> String? {
        if table.isReleased {
            return "the container that was asked is gone, and only this object, which it had made, is still there."
        }
        let processWide = StackTable.processWide
        if table.number != processWide.number,
            let elsewhere = processWide.inventory().last(where: { ServiceKey($0.service, named: $0.name) == key })
        {
            return """
                the process-wide container has it (\(elsewhere)), but another container was asked, as in an \
                isolated test or inside withShared.
                """
        }
        return isEmpty ? "the container that was asked is empty: has the code that registers services run?" : nil
    }

    /// Nil when they are not alike.
    private static func distance(of info: RegistrationInfo, from key: ServiceKey) -> Int? {
        if ObjectIdentifier(info.service) == ObjectIdentifier(key.service) { return info.name == key.name ? nil : 0 }
        let wanted = core(of: key.service)
        let found = core(of: info.service)
        if wanted == found { return 1 }
        let (shorter, longer) = wanted.count < found.count ? (wanted, found) : (found, wanted)
        if shorter.count >= 4, longer.hasPrefix(shorter) || longer.hasSuffix(shorter) { return 2 }
        let edits = edits(from: Array(wanted), to: Array(found))
        return edits <= max(1, shorter.count / 4) ? 2 + edits : nil
    }

    /// The type's name without module, `Optional` and the case of its letters.
    private static func core(of service: Any.Type) -> String {
        let name = String(describing: service)
        let isOptional = name.hasPrefix("Optional<") && name.hasSuffix(">")
        return (isOptional ? String(name.dropFirst("Optional<".count).dropLast()) : name).lowercased()
    }

    /// The number of letters to insert, delete or replace.
    private static func edits(from left: [Character], to right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
