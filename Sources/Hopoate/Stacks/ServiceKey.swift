/// What a stack is found by: the identity of the service's type, not what it is called, and an optional name.
struct ServiceKey {
    let service: Any.Type
    let name: String?
    let hash: UInt

    /// The parts of `hash` that find the shard and the slot are taken from its upper bits, where the multiplication
    /// spreads the few bits in which addresses of types differ.
    @inline(__always)
    init(_ service: Any.Type, named name: String?) {
        self.service = service
        self.name = name
        let address = UInt(bitPattern: ObjectIdentifier(service))
        let unnamed = address &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
        hash = name == nil ? unnamed : ServiceKey.hash(unnamed, with: name)
    }

    @inline(never)
    private static func hash(_ unnamed: UInt, with name: String?) -> UInt {
        var hasher = Hasher()
        hasher.combine(name)
        return unnamed ^ UInt(bitPattern: hasher.finalize())
    }

    @inline(__always)
    static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        ObjectIdentifier(left.service) == ObjectIdentifier(right.service) && left.name == right.name
    }

    /// `MyApp.Store`, or `MyApp.Store named "backup"`.
    var description: String {
        let service = ServiceKey.withoutAddresses(String(reflecting: service))
        return name.map { "\(service) named \"\($0)\"" } ?? service
    }

    /// The name of a type without the `(unknown context at $7f02c81)` that stands before private and local ones.
    private static func withoutAddresses(_ name: String) -> String {
        var rest = Substring(name)
        var result = ""
        while let opening = rest.firstIndex(of: "(") {
            result += rest[..<opening]
            rest = rest[opening...]
            if rest.hasPrefix("(unknown context at $"), let closing = rest.firstIndex(of: ")") {
                rest = rest[rest.index(after: closing)...].drop { $0 == "." }
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
