// The library sorts here only, and by numbers: each further type with a sort of its own adds 2 KB to an app
// (`Scripts/weigh`).

extension Sequence {
    /// The elements with the smallest numbers first. The second number decides if the first ones are equal.
    func ordered(by numbers: (Element) -> (UInt64, UInt64)) -> [Element] {
        let elements = Array(self)
        if elements.count < 2 { return elements }
        return order(of: elements.map(numbers)).map { elements[$0] }
    }
}

extension Sequence<AnyServiceRegistration> {
    var orderedByAge: [AnyServiceRegistration] { ordered { ($0.number, 0) } }
}

private func order(of numbers: [(UInt64, UInt64)]) -> [Int] {
    numbers.indices.sorted { numbers[$0] < numbers[$1] }
}
