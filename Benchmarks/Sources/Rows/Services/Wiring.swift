// A container of services each of which needs three others, and the same edges in a dictionary.

import Hopoate

protocol Digit: SendableMetatype {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// A service for each number.
struct Numbered<Thousands: Digit, Hundreds: Digit, Tens: Digit, Ones: Digit> {}

private let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// A container, and the same edges as numbers.
struct Wiring {
    let container = DependencyContainer()
    private(set) var edges: [Int: [Int]] = [:]
    private var services: [Any.Type] = []

    init(count: Int) {
        for number in 0..<count {
            let thousands: any Digit.Type = digits[number / 1000 % 10]
            let hundreds: any Digit.Type = digits[number / 100 % 10]
            let tens: any Digit.Type = digits[number / 10 % 10]
            let ones: any Digit.Type = digits[number % 10]
            add(thousands, hundreds, tens, ones)
        }
    }

    private mutating func add<A: Digit, B: Digit, C: Digit, D: Digit>(
        _ thousands: A.Type,
        _ hundreds: B.Type,
        _ tens: C.Type,
        _ ones: D.Type
    ) {
        let service = Numbered<A, B, C, D>.self
        let number = services.count
        services.append(service)
        guard number > 0 else {
            container.register(service: service, lifetime: .cached) { Numbered() }
            return
        }
        let needed = [number - 1, number / 2, number / 3]
        edges[number] = needed
        container.register(
            service: service,
            lifetime: .cached,
            requires: services[needed[0]],
            services[needed[1]],
            services[needed[2]]
        ) { Numbered() }
    }

    /// Goes over every edge, looking both ends up.
    func walk() -> Int {
        var visited: [Int: Int] = [:]
        for (number, needed) in edges {
            for other in needed { visited[other, default: 0] += edges[number]?.count ?? 0 }
        }
        return visited.count
    }
}
