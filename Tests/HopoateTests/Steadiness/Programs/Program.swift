/// A program for containers: a list of steps, which any bytes can be read as.
struct Program {
    var steps: [Step]

    init(steps: [Step]) { self.steps = steps }

    init(bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        steps = []
        while rest.count >= Step.byteCount {
            steps.append(Step(Array(rest.prefix(Step.byteCount))))
            rest = rest.dropFirst(Step.byteCount)
        }
    }

    /// A program of random steps, the same for the same numbers.
    init(count: Int, using generator: inout some RandomNumberGenerator) {
        self.init(bytes: (0..<count * Step.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// What `init(bytes:)` reads as this program.
    var bytes: [UInt8] { steps.flatMap(\.bytes) }
}

/// One thing to do. What it is done with is chosen among what is there by then, so that every step has a meaning.
struct Step {
    static let byteCount = 5

    let bytes: [UInt8]
    let operation: Operation
    /// The choices that are left.
    private var number: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        operation = Operation.choices[Int(bytes[0]) % Operation.choices.count]
        number = bytes.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Makes one of a number of choices.
    mutating func choose(among count: Int) -> Int {
        guard count > 0 else { return 0 }
        defer { number /= count }
        return number % count
    }

    mutating func choose<Choice>(_ choices: [Choice]) -> Choice { choices[choose(among: choices.count)] }

    /// - Returns: True once in a number of times.
    mutating func once(in count: Int) -> Bool { choose(among: count) == count - 1 }
}

enum Operation: CaseIterable, Sendable {
    case registerInstance, registerCreator, overwrite, decorate, remove
    case resolve, canResolve, makeProperty, readProperty, dropProperty, letGo
    case resetScope, advanceClock, togglePaper
    case makeContainer, makeChild, fork, releaseContainer, resetContainer, observe

    /// Each operation as often as it is to happen.
    static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    private var weight: Int {
        switch self {
        case .registerInstance: 6
        case .registerCreator: 16
        case .overwrite: 2
        case .decorate: 12
        case .remove: 16
        case .resolve: 28
        case .canResolve: 3
        case .makeProperty: 3
        case .readProperty: 16
        case .dropProperty: 1
        case .letGo: 6
        case .resetScope: 3
        case .advanceClock: 3
        case .togglePaper: 2
        case .makeContainer: 1
        case .makeChild, .fork: 2
        case .releaseContainer, .resetContainer, .observe: 1
        }
    }
}
