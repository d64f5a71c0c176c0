/// A typed key that has been used: there is one object for each path, which lives as long as the process.
@usableFromInline
final class AnyTypedKey: Sendable {
    fileprivate let path: UncheckedSendable<AnyKeyPath>
    private let service: Any.Type
    let lifetime: Lifetime
    let place: CodePlace
    /// That of the default. Nil when the key is required.
    let recipe: Recipe?
    let name: String
    /// Its path as code has it, as far as that is known: `\.articles`, or `\.…`.
    let spelling: String

    fileprivate init<Service>(_ key: DependencyKey<Service>, at path: DependencyKeyPath<Service>, name: String) {
        self.path = UncheckedSendable(path)
        self.name = name
        spelling = "\\." + (key.propertyName ?? "…")
        service = Service.self
        lifetime = key.lifetime
        place = key.place
        recipe = key.recipe
        if lifetime == .graph { ProcessFlag.wrappersInCreators.set() }
    }

    /// The key of the stack.
    var key: ServiceKey { ServiceKey(service, of: self) }

    /// Registers the default, if there is one.
    ///
    /// - Returns: Whether it is there now.
    func pushDefault(to table: StackTable) -> Bool {
        guard let recipe else { return false }
        lifetime.check(for: key, place, recipe)
        return table.pushDefault(AnyServiceRegistration(key, lifetime, place, recipe, in: table, rank: .keyDefault))
    }
}

/// The typed keys that a thread has used, by the addresses of their paths.
///
/// Each thread knows its own, as a lock would take a fifth of a look-up (`Benchmarks`, row 'typed key …').
struct KnownTypedKeys {
    /// The compiler makes one path for each line that mentions it. They are kept, so that an address stays theirs.
    private var known: [ObjectIdentifier: (key: ServiceKey, path: AnyKeyPath)] = [:]

    @inline(__always)
    func find(_ path: AnyKeyPath) -> ServiceKey? { known[ObjectIdentifier(path)]?.key }

    mutating func note(_ key: AnyTypedKey, at path: AnyKeyPath) {
        // Those of a subscript are made at each use.
        if known.count == 1024 { known = [:] }
        known[ObjectIdentifier(path)] = (key.key, path)
    }
}

/// All typed keys that have been used, found by equality of their paths.
enum TypedKeys {
    private struct State {
        /// The keys with a hash.
        var buckets: [Int: [AnyTypedKey]] = [:]
        /// How many keys have no name of a property.
        var countOfNameless = 0
    }

    private static let state = Protected(State())

    /// The key of a path that the thread does not know yet.
    @inline(never)
    static func learn<Service>(_ path: DependencyKeyPath<Service>) -> ServiceKey {
        let key = intern(path)
        ThreadState.current.state.typedKeys.note(key, at: path)
        return key.key
    }

    /// Paths are hashed, compared and evaluated outside the lock, as that may run users' code.
    private static func intern<Service>(_ path: DependencyKeyPath<Service>) -> AnyTypedKey {
        let hash = path.hashValue
        while true {
            let known = state.withLock { $0.buckets[hash] ?? [] }
            if let key = known.first(where: { $0.path.value == path }) { return key }
            let key = DependencyKeys()[keyPath: path]
            let interned = state.withLock { state -> AnyTypedKey? in
                guard state.buckets[hash]?.count ?? 0 == known.count else { return nil }
                var name = "typed key \(key.propertyName.map { "\($0) " } ?? "")of \(key.place)"
                if key.propertyName == nil {
                    state.countOfNameless += 1
                    if state.countOfNameless > 1 { name += ", \(state.countOfNameless)" }
                }
                let key = AnyTypedKey(key, at: path, name: name)
                state.buckets[hash, default: []].append(key)
                return key
            }
            if let interned { return interned }
        }
    }
}

extension DependencyKey {
    /// Nil for the key of a subscript, or one that a function has made: their names end with a parenthesis.
    fileprivate var propertyName: String? { property.utf8.last == UInt8(ascii: ")") ? nil : property }
}
