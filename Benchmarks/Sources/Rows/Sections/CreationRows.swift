// The rows with bounds that register, make or validate something.

import Hopoate
import HopoateDiagnostics

let objectByHand = Baseline("by hand", countedAs: "an object made by hand") { Implementation() }
let chainByHand = Baseline("by hand", countedAs: "a chain of ten made by hand") { makeChainByHand() }
let motorByHand = Baseline("by hand", countedAs: "an object with one property made by hand") { Motor(Parts.engine) }

let creationRows = [
    Row("register a mock and remove it", before: "11 – 13", bound: 20) {
        {
            let shared = DependencyContainer.shared
            shared.remove(shared.register(Limit.mock, for: (any MockedService).self))
            return nil
        }
    },
    Row("make and drop an object with one @Dependency", to: motorByHand, before: "3", bound: 2.5) {
        Parts.register(in: .shared)
        return { WrappedMotor() }
    },
    Row("transient", to: objectByHand, before: "1.8", bound: 3.5) {
        DependencyContainer.shared.register(Implementation.self, lifetime: .transient) { Implementation() }
        return { DependencyContainer.shared.resolve(Implementation.self) }
    },
    Row("chain of ten", to: chainByHand, before: "2.5", bound: 4) {
        registerChain(in: .shared)
        return { DependencyContainer.shared.resolve(Chain10.self) }
    },
    Row("make and drop a child container", before: "283", bound: 30) {
        { DependencyContainer(parent: .shared) }
    },
    Row("validate 2,000 services", to: .millisecond, before: "15 – 20", bound: 40) {
        let container = makeWiring(of: 2_000)
        return .time { calls in
            duration(of: calls) {
                precondition((try? container.validate()) != nil)
                return nil
            }
        }
    },
]
