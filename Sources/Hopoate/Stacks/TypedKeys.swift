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

    fileprivate init<Service>(_ key: DependencyKey<Service>, at path: DependencyKeyPath<Service>, name: String) {
        self.path = UncheckedSendable(path)
        self.name = name
        service = Service.self
        lifetime = key.lifetime
        place = key.place
        recipe = key.recipe
        if lifetime == .perContainer { ProcessFlag.copies.set() }
    }

    /// The key of the stack.
    var key: ServiceKey { ServiceKey(service, of: self) }

    /// A registration of the default.
    func registration(in table: StackTable) -> AnyServiceRegistration {
        lifetime.check(for: key, place, recipe)
        if lifetime == .graph { ProcessFlag.wrappersInCreators.set() }
        return AnyServiceRegistration(key, lifetime, place, for: table.number, rank: .keyDefault)
    }
}

/// All typed keys that have been used: found by the address of their paths, or else by equality.
enum TypedKeys {
    private struct State {
        /// The keys with a hash.
        var buckets: [Int: [AnyTypedKey]] = [:]
        /// The compiler makes one path for each line that mentions it. They are kept, so that an address stays theirs.
        var paths: [ObjectIdentifier: [UncheckedSendable<AnyKeyPath>]] = [:]
        /// The places in `keys` of the addresses of paths.
        var addresses = AddressTable()
        var keys: [AnyTypedKey] = []
        /// How many keys have the same name.
        var names: [String: Int] = [:]

        /// Notes the address of a path, but not of ever new ones: those of a subscript are made at each use.
        mutating func note(_ path: AnyKeyPath, of key: AnyTypedKey) {
            let address = UInt(bitPattern: ObjectIdentifier(path))
            guard paths[ObjectIdentifier(key)]?.count ?? 0 < 16, addresses.find(address) == nil else { return }
            addresses.insert(address, keys.count)
            keys.append(key)
            paths[ObjectIdentifier(key), default: []].append(UncheckedSendable(path))
        }
    }

    private static let state = Protected(State())

    /// The keys whose services cannot be missing.
    static var keysWithDefaults: [ServiceKey] {
        state.withLock(\.buckets).values.joined().filter { $0.recipe != nil }.map(\.key)
    }

    /// The key of a path whose address is known.
    static func find(_ path: AnyKeyPath) -> AnyTypedKey? {
        let address = UInt(bitPattern: ObjectIdentifier(path))
        return state.withLock { state in state.addresses.find(address).map { state.keys[$0] } }
    }

    /// The key of a path. Paths are hashed, compared and evaluated outside the lock, as that may run users' code.
    static func intern<Service>(_ path: DependencyKeyPath<Service>) -> AnyTypedKey {
        let hash = path.hashValue
        lazy var evaluated = DependencyKeys()[keyPath: path]
        while true {
            let known = state.withLock { $0.buckets[hash] ?? [] }
            if let key = known.first(where: { $0.path.value == path }) {
                state.withLock { $0.note(path, of: key) }
                return key
            }
            let key = evaluated
            let interned = state.withLock { state -> AnyTypedKey? in
                guard state.buckets[hash]?.count ?? 0 == known.count else { return nil }
                let name = "typed key of \(key.place)"
                let count = state.names[name, default: 0] + 1
                state.names[name] = count
                let key = AnyTypedKey(key, at: path, name: count == 1 ? name : "\(name), \(count)")
                state.buckets[hash, default: []].append(key)
                state.note(path, of: key)
                return key
            }
            if let interned { return interned }
        }
    }
}
