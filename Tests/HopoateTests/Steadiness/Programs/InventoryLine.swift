import Hopoate

/// The inventory's statement about one registration, which the number of its recipe identifies.
struct InventoryLine: Hashable, CustomStringConvertible {
    let recipe: Int
    let lifetime: String
    let depth: Int
    let isDefault: Bool

    var description: String { "\(recipe) \(lifetime)\(isDefault ? ", default" : "") at \(depth)" }

    init(_ entry: ReferenceModel.Entry, depth: Int) {
        recipe = entry.recipe.number
        isDefault = entry.rank != .byHand
        self.depth = depth
        lifetime =
            switch entry.making {
            case .instance: "eager"
            case .decorator: "decorator"
            case .creator(.scoped): "scoped"
            case .creator(let lifetime): "\(lifetime)"
            }
    }

    /// Nil for a callback's registration, which has no recipe.
    init?(_ registration: RegistrationInfo) {
        if registration.service == Callback.Service.self { return nil }
        recipe = Int(registration.line)
        lifetime = registration.lifetime.description
        depth = registration.depth
        isDefault = registration.isDefault
    }
}
