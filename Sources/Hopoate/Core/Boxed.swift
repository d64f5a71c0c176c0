/// One reference to a value that never changes, for what few objects of a kind have, or what is large.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
