import Foundation
import Hopoate
import Testing

@Suite struct CycleTests {
    let container = DependencyContainer()

    private struct A {}
    private struct B {}

    private func register<Service, Needed>(
        _ service: Service.Type,
        needs needed: Needed.Type,
        _ lifetime: Lifetime,
        make: @escaping @Sendable () -> Service
    ) {
        let container = container
        container.register(service, lifetime: lifetime) {
            _ = try container.resolving(needed)
            return make()
        }
    }

    private func path(of error: DependencyError) -> String {
        error.path.map { "\($0.service)" }.joined(separator: " → ")
    }

    @Test(arguments: [Lifetime.eager, .cached, .transient]) func aServiceThatNeedsItself(_ lifetime: Lifetime) throws {
        register(A.self, needs: A.self, lifetime) { A() }
        let error = try #require(throws: DependencyError.self) { try container.resolving(A.self) }
        guard case .cycle = error.reason else { throw error }
        #expect(path(of: error) == "A → A")
    }

    @Test(arguments: [Lifetime.cached, .transient], [Lifetime.cached, .transient])
    func twoServicesThatNeedEachOther(_ first: Lifetime, _ second: Lifetime) throws {
        register(A.self, needs: B.self, first) { A() }
        register(B.self, needs: A.self, second) { B() }
        let error = try #require(throws: DependencyError.self) { try container.resolving(A.self) }
        guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
        #expect(path(of: error) == "A → B → A")
        #expect(error.description.contains("A → B → A"))
    }

    @Test func afterACycleTheContainerWorksOn() throws {
        register(A.self, needs: B.self, .cached) { A() }
        register(B.self, needs: A.self, .cached) { B() }
        for _ in 0..<3 {
            #expect(throws: DependencyError.self) { try container.resolving(A.self) }
            #expect(throws: DependencyError.self) { try container.resolving(B.self) }
        }
        let fix = container.register(B(), for: B.self)
        _ = try container.resolving(A.self)
        container.remove(fix)
        _ = try container.resolving(B.self)
    }

    /// Both creators run before either asks for the other one, so that each thread waits for the other.
    @Test func twoThreadsThatEnterTheCycleFromItsTwoEnds() throws {
        let container = container
        let barrier = Barrier(2)
        let firstA = Counter()
        let firstB = Counter()
        container.register(A.self, lifetime: .cached) {
            if firstA.increment() == 1 { barrier.wait() }
            _ = try container.resolving(B.self)
            return A()
        }
        container.register(B.self, lifetime: .cached) {
            if firstB.increment() == 1 { barrier.wait() }
            _ = try container.resolving(A.self)
            return B()
        }
        let errors = Shared<[DependencyError]>([])
        let haveEnded = onThreads(2) { index in
            let error = dependencyError {
                if index == 0 { _ = try container.resolving(A.self) } else { _ = try container.resolving(B.self) }
            }
            errors.change { errors in if let error { errors.append(error) } }
        }
        #expect(haveEnded)
        #expect(errors.value.count == 2)
        for error in errors.value {
            guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
            #expect(["A → B → A", "B → A → B"].contains(path(of: error)))
        }
    }

    /// One makes A from 1, which needs A from 2. The other makes that, which needs B, which needs A from 1.
    @Test func aCycleOfTwoThreadsOverArgumentsHasItsWholePath() {
        let container = container
        let barrier = Barrier(2)
        let first = [Counter(), Counter()]
        container.register(A.self, taking: Int.self, lifetime: .cached) { number in
            if first[number - 1].increment() == 1 { barrier.wait() }
            if number == 1 { _ = try container.resolving(A.self, with: 2) } else { _ = try container.resolving(B.self) }
            return A()
        }
        container.register(B.self) {
            _ = try container.resolving(A.self, with: 1)
            return B()
        }
        let paths = Shared<[String]>([])
        let haveEnded = onThreads(2) { index in
            guard let error = dependencyError({ try container.resolving(A.self, with: index + 1) }) else { return }
            paths.change { $0.append(path(of: error)) }
        }
        #expect(haveEnded)
        #expect(paths.value.count == 2)
        for path in paths.value { #expect(["A → A → B → A", "A → B → A → A"].contains(path)) }
    }

    @Test func manyThreadsInACycleOfThree() {
        for _ in 0..<20 {
            let container = DependencyContainer()
            let names = ["a", "b", "c"]
            for (index, name) in names.enumerated() {
                container.register(Int.self, named: name, lifetime: .cached) {
                    try container.resolving(Int.self, named: names[(index + 1) % 3])
                }
            }
            let cycles = Counter()
            let haveEnded = onThreads(12) { index in
                let error = dependencyError { try container.resolving(Int.self, named: names[index % 3]) }
                if case .cycle? = error?.reason { cycles.increment() }
                let steps = (error?.path ?? []).map { $0.name ?? "" }
                #expect(steps.count == 4 && steps.first == steps.last && Set(steps).count == 3)
            }
            #expect(haveEnded)
            #expect(cycles.count == 12)
        }
    }
}
