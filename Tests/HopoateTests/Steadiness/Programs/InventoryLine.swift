import Hopoate

/// What the inventory says of one registration.
struct InventoryLine: Hashable, CustomStringConvertible {
    let key: TestedKey
    let recipe: Int
    let lifetime: String
    let depth: Int
    let isDefault: Bool

    var description: String { "\(key): \(recipe) \(lifetime)\(isDefault ? ", default" : "") at \(depth)" }

    init(_ entry: ReferenceModel.Entry, depth: Int) {
        key = entry.key
        recipe = entry.recipe.number
        isDefault = entry.rank != .byHand
        self.depth = depth
        lifetime =
            switch entry.making {
            case .instance: "eager"
            case .decorator: "decorator"
            case .creator(.expiring(let seconds)): "expiring after \(seconds).0 s"
            case .creator(.scoped): "scoped"
            case .creator(let lifetime): "\(lifetime)"
            }
    }

    /// Nil for what else is registered.
    init?(_ registration: RegistrationInfo) {
        guard let key = TestedKey(registration) else { return nil }
        self.init(registration, key)
    }

    init(_ registration: RegistrationInfo, _ key: TestedKey) {
        self.key = key
        recipe = Int(registration.line)
        lifetime = registration.lifetime.description
        depth = registration.depth
        isDefault = registration.isDefault
    }
}
