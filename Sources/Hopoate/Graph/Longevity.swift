/// For how long a registration's instances are kept, as far as it matters to those that hold them.
enum Longevity: Sendable, Hashable, Codable {
    /// As long as somebody holds it: what is in it is held as long.
    case passing
    /// As long as the registration stands.
    case kept
    /// Until the scope with this number is reset.
    case scoped(number: Int)
    case expiring(seconds: Double)

    /// The longevity of a lifetime. The closure gives each scope a number, in order of appearance.
    init(_ lifetime: Lifetime, scopeNumber: (DependencyScope) -> Int) {
        switch lifetime.kind {
        case .eager, .cached: self = .kept
        case .transient, .weak, .graph, .decorator: self = .passing
        case .expiring: self = .expiring(seconds: lifetime.seconds)
        case .scoped: self = lifetime.scope.map { .scoped(number: scopeNumber($0)) } ?? .kept
        }
    }

    /// Whether somebody may still hold it when its registration has let go of it.
    var canEndEarly: Bool {
        switch self {
        case .passing, .kept: false
        case .scoped, .expiring: true
        }
    }

    /// Whether something that is kept so long may still hold the other when that has ended.
    func outlives(_ other: Longevity) -> Bool {
        switch (self, other) {
        case (.passing, _), (_, .passing), (_, .kept): false
        case (.expiring(let seconds), .expiring(let others)): others < seconds
        default: self != other
        }
    }
}
