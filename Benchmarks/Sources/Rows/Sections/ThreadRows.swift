// The throughput of two threads that share a container. Reference counting alone makes two threads wait for one another, so the
// baseline is the limit's throughput.

import Hopoate

private let limitOfOne = Baseline("the limit's", in: .threads) {
    .throughput({ Limit.service }, { Limit.service })
}

private let limitOfTwo = Baseline("the limit's, of two", in: .threads) {
    .throughput({ Limit.service }, { Limit.otherService })
}

let threadRows = [
    Row("limit: two threads on one", to: limitOfOne, subject: limitOfOne.prepare),
    Row("two threads on one service", to: limitOfOne, bound: 1.5) {
        register()
        return .throughput(
            { DependencyContainer.shared.resolve((any Service).self) },
            { DependencyContainer.shared.resolve((any Service).self) }
        )
    },
    Row("limit: two threads on two", to: limitOfTwo, subject: limitOfTwo.prepare),
    Row("two threads on two", to: limitOfTwo, bound: 1.5) {
        register()
        return .throughput(
            { DependencyContainer.shared.resolve((any Service).self) },
            { DependencyContainer.shared.resolve((any OtherService).self) }
        )
    },
]

private func register() {
    DependencyContainer.shared.register(Implementation(), for: (any Service).self)
    DependencyContainer.shared.register(Implementation(), for: (any OtherService).self)
}
