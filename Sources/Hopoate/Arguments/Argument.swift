/// The argument of a look-up.
final class Argument: Sendable {
    /// The argument, for the creator.
    let input: AnyKept
    /// Nil for an argument that cannot be told from others: it cannot be hashed, or is not even equal to itself.
    private let value: UncheckedSendable<AnyHashable>?
    /// The type of a value that is only known to be of some type: 1 as an `Int` is not 1 as a `Double`.
    private let type: ObjectIdentifier?
    let hash: Int

    /// Runs users' code, if the argument is `Hashable`.
    init<Value>(_ argument: Value) {
        func erase<H: Hashable>(_ type: H.Type) -> AnyHashable? { (argument as? H).map { AnyHashable($0) } }
        let known = (Value.self as? any Hashable.Type).flatMap { erase($0) }
        let hashable = known ?? argument as? AnyHashable
        let value = hashable == hashable ? hashable : nil
        input = Kept(argument)
        self.value = value.map { UncheckedSendable($0) }
        type = known == nil ? value.map { ObjectIdentifier(Swift.type(of: $0.base)) } : nil
        hash = value?.hashValue ?? 0
    }

    /// Whether it can be told from other arguments.
    var isComparable: Bool { value != nil }

    /// Whether two arguments are equal, and known to be. Runs users' code.
    func isEqual(to other: Argument) -> Bool {
        if self === other { return isComparable }
        return isComparable && hash == other.hash && type == other.type && value?.value == other.value?.value
    }
}

extension Lookup {
    static func taking<Service, Value>(
        _ argument: Value,
        _ service: Service.Type,
        _ name: String?,
        _ place: CodePlace,
        in table: StackTable,
        isAsync: Bool = false
    ) -> Lookup {
        let lookup = Lookup(ServiceKey(Taking<Value, Service>.self, named: name), place, in: table, isAsync: isAsync)
        let argument = Argument(argument)
        lookup.withRare.argument = argument
        lookup.input = argument.input
        return lookup
    }
}
