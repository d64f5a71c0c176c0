/// A typed key that has been used. Each path has one such object, which lives as long as the process.
@usableFromInline
final class AnyTypedKey: Sendable {
    private let path: UncheckedSendable<AnyKeyPath>
    private let service: Any.Type
    let lifetime: Lifetime
    let place: CodePlace
    /// The recipe of the default. Nil if the key is required.
    let recipe: Recipe?
    /// The property, or the function or subscript with its parameters, that makes the key.
    private let property: String

    private init<Service>(_ key: DependencyKey<Service>, at path: DependencyKeyPath<Service>) {
        self.path = UncheckedSendable(path)
        property = key.property
        service = Service.self
        lifetime = key.lifetime
        place = key.place
        recipe = key.recipe
        if lifetime == .graph { ProcessFlag.wrappersInCreators.set() }
    }

    private var isOfProperty: Bool { !property.hasSuffix(")") }

    @inline(never)
    var name: String { "typed key \(isOfProperty ? property + " " : "")of \(place)" }

    /// Its path as code spells it: `\.articles`, or `\.…` if that is not known.
    @inline(never)
    var spelling: String { "\\." + (isOfProperty ? property : "…") }

    /// The key of the stack.
    var key: ServiceKey { ServiceKey(service, of: self) }

    /// All typed keys that have been used, by the hashes of their paths.
    private static let known = Protected<[Int: [AnyTypedKey]]>([:])

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
            let found = known.withLock { $0[hash] ?? [] }
            if let key = found.first(where: { $0.path.value == path }) { return key }
            let key = DependencyKeys()[keyPath: path]
            let interned = known.withLock { known -> AnyTypedKey? in
                guard known[hash]?.count ?? 0 == found.count else { return nil }
                let key = AnyTypedKey(key, at: path)
                known[hash, default: []].append(key)
                return key
            }
            if let interned { return interned }
        }
    }
}
