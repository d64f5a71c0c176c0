// The rows of DESIGN's table that one thread is enough for, and what they are measured against.

import Hopoate

let objectByHand = Baseline("by hand") { Implementation() }
let chainByHand = Baseline("by hand") { makeChainByHand() }

let coreRows = [
    Row("the limit: a static let", to: .limit, subject: Baseline.limit.prepare),
    Row("a dictionary behind a lock") { { LockedDictionary.find((any Service).self) } },
    Row("an object made by hand", to: .limit, subject: objectByHand.prepare),
    Row("a chain of ten made by hand", to: .limit, subject: chainByHand.prepare),
    hit("hit"),
    Row("read a @Dependency", bound: 1.5) {
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        let reader = Reader()
        return { reader.service }
    },
    Row("register a mock and remove it", bound: 12) {
        {
            let shared = DependencyContainer.shared
            shared.remove(shared.register(Limit.mock, for: (any MockedService).self))
            return nil
        }
    },
    Row("transient", to: objectByHand, bound: 2) {
        DependencyContainer.shared.register(service: Implementation.self, lifetime: .transient) { Implementation() }
        return { DependencyContainer.shared.resolve(Implementation.self) }
    },
    Row("chain of ten transients", to: chainByHand, bound: 3) {
        registerChain(in: .shared)
        return { DependencyContainer.shared.resolve(Chain10.self) }
    },
]

/// A hit in the process-wide container, after something else has been registered there.
func hit(_ name: String, bound: Double? = 2, registerOthers: @escaping @Sendable () -> Void = {}) -> Row {
    Row(name, bound: bound) {
        registerOthers()
        DependencyContainer.shared.register(Implementation(), for: (any Service).self)
        return { DependencyContainer.shared.resolve((any Service).self) }
    }
}

struct Reader {
    @Dependency var service: any Service
}
