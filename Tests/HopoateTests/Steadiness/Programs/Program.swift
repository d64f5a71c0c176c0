/// A program for containers: a focus and a list of steps, which any bytes can be read as.
struct Program {
    let focus: Focus
    var steps: [Step] = []

    init(bytes: some Collection<UInt8>) {
        focus = Focus(Array(bytes.prefix(Focus.byteCount)))
        var rest = bytes.dropFirst(Focus.byteCount)
        while rest.count >= Step.byteCount {
            steps.append(Step(Array(rest.prefix(Step.byteCount))))
            rest = rest.dropFirst(Step.byteCount)
        }
    }

    /// A program of random steps, the same for the same seed.
    init(count: Int, using generator: inout some RandomNumberGenerator) {
        let byteCount = Focus.byteCount + count * Step.byteCount
        self.init(bytes: (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}

/// One step. It chooses among the things that exist at that time, so every step has a meaning.
struct Step {
    static let byteCount = 5

    let operation: Operation
    /// The remaining choices.
    private var number: Int

    init(_ bytes: [UInt8]) {
        operation = Operation.choices[Int(bytes[0]) % Operation.choices.count]
        number = bytes.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Chooses one of a number of things.
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
    case registerInstance, registerMock, registerCreator, overwrite, decorate, remove, endMock
    case contribute, registerTaking, registerAsynchronous, registerAutomatically, install, removeModule
    case resolve, resolveAll, resolveWith, asyncResolve, canResolve
    case makeProperty, readProperty, dropProperty, sweep, releaseHeld
    case resetRegistration, resetScope, togglePaper
    case makeContainer, makeChild, withChild, fork, releaseContainer, resetContainer, observe

    /// Each operation as often as it is to happen.
    static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    private var weight: Int {
        switch self {
        case .resolve: 28
        case .registerCreator, .remove, .readProperty: 16
        case .decorate: 12
        case .resolveWith: 10
        case .asyncResolve: 8
        case .registerInstance, .registerTaking, .resolveAll, .releaseHeld, .makeProperty: 6
        case .contribute, .registerAsynchronous, .install, .removeModule, .registerMock, .endMock: 5
        case .canResolve, .resetScope: 3
        case .makeChild, .resetRegistration, .withChild: 4
        case .overwrite, .registerAutomatically, .togglePaper, .fork, .sweep: 2
        case .releaseContainer, .resetContainer: 2
        case .dropProperty, .makeContainer, .observe: 1
        }
    }
}
