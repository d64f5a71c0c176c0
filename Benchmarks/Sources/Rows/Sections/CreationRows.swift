// The rows with bounds that register, create or validate.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

let mockRows = [
    Row("make and drop a MockContainer") {
        { MockContainer(Limit.mock, for: (any MockedService).self) }
    }
]

let creationRows = [
    Row("register a mock and remove it", bound: 27) {
        {
            let shared = DependencyContainer.shared
            shared.remove(shared.register(Limit.mock, for: (any MockedService).self))
            return nil
        }
    },
    Row("make and drop an object with one @Dependency", bound: 11) {
        Parts.register(in: .shared)
        return { WrappedMotor() }
    },
    Row("transient", bound: 9) {
        DependencyContainer.shared.register(Implementation.self, lifetime: .transient) { Implementation() }
        return { DependencyContainer.shared.resolve(Implementation.self) }
    },
    Row("chain of ten", bound: 90) {
        registerChain(in: .shared)
        return { DependencyContainer.shared.resolve(Chain10.self) }
    },
    Row("graph", bound: 130) {
        DependencyContainer.shared.register(Implementation.self, lifetime: .graph) { Implementation() }
        return { DependencyContainer.shared.resolve(Implementation.self) }
    },
    Row("for an argument, kept", bound: 60) {
        DependencyContainer.shared.register(Implementation.self, taking: Int.self, lifetime: .cached) { _ in
            Implementation()
        }
        return { DependencyContainer.shared.resolve(Implementation.self, with: 7) }
    },
    Row("resolveAll of three", bound: 115) {
        for _ in 0..<3 { DependencyContainer.shared.contribute(to: Implementation.self) { Implementation() } }
        return { DependencyContainer.shared.resolveAll(Implementation.self).first }
    },
    Row("perContainer, in a child", bound: 25) {
        let parent = DependencyContainer()
        parent.register(Implementation.self, lifetime: .perContainer) { Implementation() }
        let child = DependencyContainer(parent: parent)
        return { child.resolve(Implementation.self) }
    },
    Row("make and drop a child container", bound: 40) {
        { DependencyContainer(parent: .shared) }
    },
    Row("validate 2,000 services", to: .millisecond, bound: 40) {
        let container = makeWiredContainer(of: 2_000)
        return .time { calls in
            duration(of: calls) {
                precondition((try? container.validate()) != nil)
                return nil
            }
        }
    },
]
