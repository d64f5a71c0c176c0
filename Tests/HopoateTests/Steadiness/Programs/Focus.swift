/// The keys and the lifetimes that a program uses. The fewer there are, the more often they meet.
struct Focus {
    static let byteCount = 2

    private let keys: [TestedKey]
    private let lifetimes: [TestedLifetime]
    /// Whether there are mocks. If not, clean-ups look up services, which a creator around them would then be created from.
    let hasMocks: Bool

    init(_ bytes: [UInt8]) {
        var number = bytes.reduce(0) { $0 << 8 | Int($1) }
        func choose<Choice>(_ choices: [Choice]) -> Choice {
            defer { number /= choices.count }
            return choices[number % choices.count]
        }
        let isEverything = choose([true, false, false])
        let some = [choose(TestedKey.plain), choose(TestedKey.plain), choose(TestedKey.takingArguments)]
        keys = isEverything ? TestedKey.allCases : some + [.partContributions]
        let all = TestedLifetime.all
        let first = choose(Array(all.indices))
        lifetimes = isEverything ? all : [0, 1, 4].map { all[(first + $0) % all.count] }
        #if FUZZING
        // The fuzzer's package cannot register mocks.
        hasMocks = false
        #else
        hasMocks = choose([true, false])
        #endif
    }

    /// The choices that the program uses, or all if it uses none of them.
    func filter(_ keys: [TestedKey]) -> [TestedKey] { filter(keys) { self.keys.contains($0) } }

    func filter(_ lifetimes: [TestedLifetime]) -> [TestedLifetime] {
        filter(lifetimes) { self.lifetimes.contains($0) }
    }

    func filter(_ requests: [Request]) -> [Request] { filter(requests) { keys.contains($0.key) } }

    private func filter<Choice>(_ choices: [Choice], _ isUsed: (Choice) -> Bool) -> [Choice] {
        let used = choices.filter(isUsed)
        return used.isEmpty ? choices : used
    }
}
