/// The key of a stack: the service's type, by identity and not by name, and an optional name or typed key.
@usableFromInline
@frozen
package struct ServiceKey: Sendable {
    @usableFromInline package let service: Any.Type
    @usableFromInline let givenName: String?
    /// The typed key of the stack, if it has one.
    @usableFromInline let typedKey: AnyTypedKey?

    @inlinable
    @inline(__always)
    package init(_ service: Any.Type, named name: String?) {
        self.service = service
        givenName = name
        typedKey = nil
    }

    init(_ service: Any.Type, of typedKey: AnyTypedKey) {
        self.service = service
        givenName = nil
        self.typedKey = typedKey
    }

    package var name: String? { typedKey?.name ?? givenName }

    @usableFromInline
    package static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        left.service == right.service && left.typedKey === right.typedKey && left.givenName == right.givenName
    }

    /// Spreads the few bits in which addresses of types differ over the upper bits. Keys with names have odd hashes,
    /// and only those may collide.
    @inline(__always)
    var hash: UInt { givenName.map { (addressHash ^ UInt(bitPattern: $0.hashValue)) | 1 } ?? addressHash }

    @inline(__always)
    private var addressHash: UInt {
        let address = UInt(bitPattern: typedKey.map { ObjectIdentifier($0) } ?? ObjectIdentifier(service))
        return address &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    }

    /// The index of the stack's shard. `count` is a power of two.
    @inline(__always)
    func shardIndex(of count: Int) -> Int {
        Int(truncatingIfNeeded: addressHash &>> UInt(UInt.bitWidth &- 4)) & (count &- 1)
    }

    /// The service, and the role of its registrations on this stack. `resolve(_:)` only reads stacks of the plain role.
    var role: (service: Any.Type, kind: StackRole) {
        (service as? any StackRoleMarker.Type)?.role ?? (service, .plain)
    }

    /// `MyApp.Store`, or `MyApp.Store named "backup"`.
    package var description: String {
        let (service, kind) = role
        return ServiceKey.describe(kind.describe(ServiceKey.fullName(of: service)), named: name)
    }

    /// `MyApp.Store named "backup"`, in one line, or `MyApp.Store (typed key store of MyApp/Keys.swift:7)`.
    @inline(never)
    package static func describe(_ service: String, named name: String?, _ joint: String = " named ") -> String {
        service + (name.map { $0.hasPrefix("typed key ") ? " (\($0))" : joint + $0.debugDescription } ?? "")
    }

    /// The name of a type with its module, `MyApp.Store`, and of a constrained protocol as in code, `any Collection<Int>`.
    package static func fullName(of service: Any.Type) -> String {
        let name = reflectedName(of: service)
        return name.utf8.contains(UInt8(ascii: "=")) ? DependencyError.code(of: name).text : name
    }

    /// The name that reflection finds, such as `any Swift.Collection<Self.Swift.Collection.Element == Swift.Int>`.
    static func reflectedName(of service: Any.Type) -> String { withoutContexts(String(reflecting: service)) }

    /// The name of a type without the contexts that tell private and local ones from others, and those in extensions:
    /// `(unknown context at $7f02c81).Local`, `(Hidden in _0A1B)`, `(extension in MyApp):Swift.String.Key`.
    private static func withoutContexts(_ name: String) -> String {
        // Most names have no context, and splitting them takes a quarter of the time (`Benchmarks`, row 'validate …').
        if !name.utf8.contains(UInt8(ascii: "(")) { return name }
        var (result, rest) = ("", name[...])
        while let close = rest.firstIndex(of: ")") {
            let part = rest[..<close]
            let open = part.lastIndex(of: "(") ?? part.endIndex
            let context = String(part[open...].dropFirst())
            let name = context.prefix { $0 != " " }
            result += part[..<open]
            rest = rest[close...].dropFirst()
            if context.hasPrefix("unknown context at $") || context.hasPrefix("extension in ") {
                rest = rest.dropFirst()
            } else if context.dropFirst(name.count).hasPrefix(" in _") {
                result += name
            } else {
                result += part[open...] + ")"
            }
        }
        return result + rest
    }
}

extension ServiceKey: Hashable {
    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(typedKey.map { ObjectIdentifier($0) } ?? ObjectIdentifier(service))
        if let givenName { hasher.combine(givenName) }
    }
}

/// The purpose of a stack.
enum StackRole {
    case plain
    /// Its registrations create the service from an argument of this type.
    case taking(Any.Type)
    /// All of its registrations answer, not only the newest.
    case contributions

    func describe(_ service: String) -> String {
        switch self {
        case .plain: service
        case .taking(let argument): "\(service) taking \(ServiceKey.fullName(of: argument))"
        case .contributions: "contribution to \(service)"
        }
    }
}

/// A type that replaces the service in a key whose role is not plain.
protocol StackRoleMarker {
    static var role: (service: Any.Type, kind: StackRole) { get }
}

enum Taking<Argument, Service>: StackRoleMarker {
    static var role: (service: Any.Type, kind: StackRole) { (Service.self, .taking(Argument.self)) }
}

enum Contributions<Service>: StackRoleMarker {
    static var role: (service: Any.Type, kind: StackRole) { (Service.self, .contributions) }
}

extension ServiceKey {
    package var takesArgument: Bool { if case .taking = role.kind { true } else { false } }

    package var isOfContributions: Bool { if case .contributions = role.kind { true } else { false } }
}
