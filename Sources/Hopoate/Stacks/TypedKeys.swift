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

    init(
        _ service: Any.Type,
        _ path: AnyKeyPath,
        _ lifetime: Lifetime,
        _ place: CodePlace,
        _ recipe: Recipe?,
        name: String? = nil
    ) {
        self.service = service
        self.path = UncheckedSendable(path)
        self.lifetime = lifetime
        self.place = place
        self.recipe = recipe
        self.name = name ?? "typed key of \(place)"
        if lifetime == .perContainer { ProcessFlag.copies.set() }
    }

    /// The key of the stack.
    var key: ServiceKey { ServiceKey(service, of: self, named: name) }

    /// A registration of the default.
    func registration(in table: StackTable) -> AnyServiceRegistration {
        lifetime.check(for: key, place, recipe)
        if lifetime == .graph { ProcessFlag.wrappersInCreators.set() }
        return AnyServiceRegistration(key, lifetime, place, for: table.number, rank: .keyDefault)
    }

    fileprivate func renamed(_ name: String) -> AnyTypedKey {
        AnyTypedKey(service, path.value, lifetime, place, recipe, name: name)
    }
}

/// All typed keys that have been used: found by the address of their paths, or else by equality.
enum TypedKeys {
    private struct State {
        var keys: [AnyTypedKey] = []
        /// The compiler makes one path for each line that mentions it. They are kept, so that an address stays theirs.
        var addresses = AddressTable()
        var paths: [UncheckedSendable<AnyKeyPath>] = []
        var addressCounts: [Int] = []
        /// The keys with a hash.
        var buckets: [Int: [Int]] = [:]
        /// How many keys have the same name.
        var names: [String: Int] = [:]

        /// Notes the address of a path, but not of ever new ones: those of a subscript are made at each use.
        mutating func note(_ path: AnyKeyPath, of index: Int) {
            let address = UInt(bitPattern: ObjectIdentifier(path))
            guard addressCounts[index] < 16, addresses.find(address) == nil else { return }
            addressCounts[index] += 1
            addresses.insert(address, index)
            paths.append(UncheckedSendable(path))
        }
    }

    private static let state = Protected(State())

    /// The keys whose services cannot be missing.
    static var keysWithDefaults: [ServiceKey] {
        state.withLock(\.keys).filter { $0.recipe != nil }.map(\.key)
    }

    /// The key of a path whose address is known.
    static func find(_ path: AnyKeyPath) -> AnyTypedKey? {
        let address = UInt(bitPattern: ObjectIdentifier(path))
        return state.withLock { state in state.addresses.find(address).map { state.keys[$0] } }
    }

    /// The key of a path. Paths are hashed and compared outside the lock, as that may run users' code.
    static func intern(_ path: AnyKeyPath, _ make: () -> AnyTypedKey) -> AnyTypedKey {
        let hash = path.hashValue
        var made: AnyTypedKey?
        while true {
            let known = state.withLock { state in (state.buckets[hash] ?? []).map { ($0, state.keys[$0]) } }
            if let (index, key) = known.first(where: { $0.1.path.value == path }) {
                state.withLock { $0.note(path, of: index) }
                return key
            }
            let key = made ?? make()
            made = key
            let interned = state.withLock { state -> AnyTypedKey? in
                guard state.buckets[hash]?.count ?? 0 == known.count else { return nil }
                let count = state.names[key.name, default: 0] + 1
                state.names[key.name] = count
                let key = count == 1 ? key : key.renamed("\(key.name), \(count)")
                state.keys.append(key)
                state.addressCounts.append(0)
                state.buckets[hash, default: []].append(state.keys.count - 1)
                state.note(path, of: state.keys.count - 1)
                return key
            }
            if let interned { return interned }
        }
    }
}
