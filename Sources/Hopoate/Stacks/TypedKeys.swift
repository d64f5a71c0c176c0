/// A typed key that has been used. Each path has one such object, which lives as long as the process.
@usableFromInline
final class AnyTypedKey: Sendable {
    fileprivate let path: UncheckedSendable<AnyKeyPath>
    private let service: Any.Type
    let lifetime: Lifetime
    let place: CodePlace
    /// The recipe of the default. Nil if the key is required.
    let recipe: Recipe?
    let name: String
    /// Its path as code spells it: `\.articles`, or `\.…` if that is not known.
    let spelling: String
    fileprivate let isOfProperty: Bool

    fileprivate init<Service>(_ key: DependencyKey<Service>, at path: DependencyKeyPath<Service>) {
        self.path = UncheckedSendable(path)
        name = "typed key \(key.propertyName.map { "\($0) " } ?? "")of \(key.place)"
        spelling = "\\." + (key.propertyName ?? "…")
        isOfProperty = key.propertyName != nil
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
    /// - Returns: Whether the default is registered now.
    func pushDefault(to table: StackTable) -> Bool {
        guard let recipe else { return false }
        lifetime.check(for: key, place, recipe)
        return table.pushDefault(
            AnyServiceRegistration(key, lifetime, place, recipe, in: table, rank: .keyDefault)
        )
    }
}

/// All typed keys that have been used, found by equality of their paths.
enum TypedKeys {
    /// The keys with a hash.
    private static let state = Protected<[Int: [AnyTypedKey]]>([:])

    /// The key of a path that the thread does not know yet.
    @inline(never)
    static func learn<Service>(_ path: DependencyKeyPath<Service>) -> ServiceKey {
        let key = intern(path)
        let thread = ThreadState.current
        // The path of a property holds no user objects, so another one may replace it.
        if key.isOfProperty {
            if thread.state.typedKeys.isEmpty { thread.state.typedKeys = Array(repeating: nil, count: 256) }
            thread.state.typedKeys[index(of: path)] = (path, key.key)
        }
        return key.key
    }

    /// The index of a path in the list of a thread.
    static func index(of path: AnyKeyPath) -> Int { Int(UInt(bitPattern: ObjectIdentifier(path)) >> 4 & 255) }

    /// Paths are hashed, compared and evaluated outside the lock, as that may run user code.
    private static func intern<Service>(_ path: DependencyKeyPath<Service>) -> AnyTypedKey {
        let hash = path.hashValue
        // Repeats until no other thread adds a key with this hash meanwhile.
        while true {
            let known = state.withLock { $0[hash] ?? [] }
            if let key = known.first(where: { $0.path.value == path }) { return key }
            let key = DependencyKeys()[keyPath: path]
            let interned = state.withLock { state -> AnyTypedKey? in
                guard state[hash]?.count ?? 0 == known.count else { return nil }
                let key = AnyTypedKey(key, at: path)
                state[hash, default: []].append(key)
                return key
            }
            if let interned { return interned }
        }
    }
}

extension DependencyKey {
    /// Nil for the key of a subscript or a function, whose name ends with a parenthesis.
    fileprivate var propertyName: String? { property.hasSuffix(")") ? nil : property }
}
