// The library sorts here only, and by numbers. The standard library's sort would add 8 KB to an app (`Scripts/weigh`).

extension Array {
    /// The elements with the smallest numbers first.
    func ordered(by number: (Element) -> UInt64) -> [Element] {
        count < 2 ? self : order(of: map(number)).map { self[$0] }
    }
}

/// Merges parts that are in order, each time twice as large ones.
@inline(never)
private func order(of numbers: [UInt64]) -> [Int] {
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
