/// How long a registration keeps an instance, as far as it matters to the services that hold the instance.
enum Longevity: Sendable, Hashable, Codable {
    /// As long as another service holds it. It holds its own dependencies as long.
    case passing
    /// As long as the registration stands.
    case kept
    /// Until the scope with this number is reset.
    case scoped(number: Int)
    case expiring(seconds: Double)

    /// Whether an instance that is kept so long may still hold the other one after the other one's end.
    func outlives(_ other: Longevity) -> Bool {
        switch (self, other) {
        case (.passing, _), (_, .passing), (_, .kept): false
        case (.expiring(let seconds), .expiring(let others)): others < seconds
        default: self != other
        }
    }
}
