/// The argument of a look-up.
final class Argument: Sendable {
    /// The argument, for the creator.
    let input: AnyBox
    /// The argument as a key of instances. Nil if it is not hashable, or not equal to itself.
    private let value: UncheckedSendable<any Hashable>?
    /// Nil if it is not hashable where the look-up began: a conformance may belong to an actor.
    let hash: Int?

    init<Value>(_ argument: Value) {
        func isItself<H: Hashable>(_ value: H) -> Bool { value == value }
        input = Box(argument)
        (value, hash) = Argument.comparing {
            let hashable = argument as? any Hashable
            return (hashable.flatMap { isItself($0) ? UncheckedSendable($0) : nil }, hashable?.hashValue)
        }
    }

    /// Whether it can be compared with others.
    var isComparable: Bool { value != nil }

    /// Must be called under no lock.
    func isEqual(to other: Argument) -> Bool {
        func isEqual<H: Hashable>(_ value: H) -> Bool { other.value?.value as? H == value }
        guard let value, hash == other.hash else { return false }
        return self === other || Argument.comparing { isEqual(value.value) }
    }

    /// Hashes or compares arguments, which runs user code. Its look-ups with arguments fail, as they would compare arguments again.
    private static func comparing<Result>(_ body: () -> Result) -> Result {
        let thread = ThreadState.current
        thread.state.isComparing = true
        defer { thread.state.isComparing = false }
        return body()
    }

    /// Traps, as values of a type cannot be compared here, so that no look-up would find an instance again. Not for a type whose values
    /// may conform to more protocols.
    static func refuse(_ type: Any.Type, _ key: ServiceKey, _ lifetime: Lifetime, _ place: CodePlace) {
        if Lifetime.isExistential(type) { return }
        place.trap(
            """
            \(key.description) is registered with the lifetime `\(lifetime)`, but \(ServiceKey.fullName(of: type)) is not \
            `Hashable` here, so the instance would not be found again. Make the argument a `Hashable` struct, `nonisolated` \
            if its conformance is isolated to an actor, or register the service with the lifetime `transient`.
            """
        )
    }
}
