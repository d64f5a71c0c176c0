/// One reference to a value that never changes, for a part that few objects of a kind have, or a large one.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
