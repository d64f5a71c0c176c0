// The library sorts here only, and by numbers. The standard library's sort would add 8 KB to an app (`Scripts/weigh`).

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

/// Merges parts that are in order, each time twice as large ones.
private func order(of numbers: [(UInt64, UInt64)]) -> [Int] {
    var (order, width) = (Array(numbers.indices), 1)
    while width < numbers.count {
        let parts = order
        for start in stride(from: 0, to: parts.count, by: 2 * width) {
            var (left, right) = (start, start + width)
            let (middle, end) = (right, min(start + 2 * width, parts.count))
            if middle >= end || numbers[parts[middle - 1]] <= numbers[parts[middle]] { continue }
            for index in start..<end {
                let isLeft = right == end || left < middle && numbers[parts[left]] <= numbers[parts[right]]
                order[index] = parts[isLeft ? left : right]
                if isLeft { left += 1 } else { right += 1 }
            }
        }
        width *= 2
    }
    return order
}
