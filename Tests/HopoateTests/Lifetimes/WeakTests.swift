import Hopoate
import Testing

@Suite struct WeakTests {
    let container = DependencyContainer()

    @Test func anInstanceServesAsLongAsSomebodyHoldsIt() {
        let made = Counter()
        let gone = Counter()
        container.register((any Logging).self, lifetime: .weak) {
            Logger("\(made.increment())") { gone.increment() }
        }
        var first: (any Logging)? = container.resolve((any Logging).self)
        #expect(container.resolve((any Logging).self) === first)
        #expect(gone.count == 0)
        first = nil
        #expect(gone.count == 1)
        #expect(container.resolve((any Logging).self).label == "2")
        #expect(gone.count == 2)
    }

    @Test func askingWhetherItCanBeResolvedNeverEndsAnInstanceUnderALock() {
        let container = container
        container.register("there", for: String.self)
        // A deinit that resolves would wait for the lock for ever.
        container.register(Logger.self, lifetime: .weak) { [unowned container] in
            Logger { _ = container.resolve(String.self) }
        }
        let isDone = onThreads(2) { thread in
            for _ in 0..<(isSanitized ? 5_000 : 200_000) {
                if thread == 0 { _ = container.resolve(Logger.self) } else { _ = container.canResolve(Logger.self) }
            }
        }
        #expect(isDone)
    }

    @Test func aValueThatAProtocolHidesIsAnErrorWhenResolved() throws {
        let line = UInt(#line + 1)
        container.register((any CustomStringConvertible).self, lifetime: .weak) { 5 }
        let error = try #require(throws: DependencyError.self) {
            try container.resolving((any CustomStringConvertible).self)
        }
        guard case .notAnObject(let type) = error.reason else { throw error }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(error.description.contains("WeakTests.swift:\(line)"))
        #expect(error.description.contains("Int is no class"))
        #expect(throws: DependencyError.self) { try container.resolving((any CustomStringConvertible).self) }
    }

    @Test func threadsThatAskAtOnceGetOneInstance() {
        let made = Counter()
        container.register((any Logging).self, lifetime: .weak) { Logger("\(made.increment())") }
        let container = container
        let barrier = Barrier(8)
        let held = Shared<[any Logging]>([])
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            let logger = container.resolve((any Logging).self)
            held.change { $0.append(logger) }
        }
        #expect(haveEnded)
        #expect(made.count == 1)
        #expect(held.value.allSatisfy { $0.label == "1" })
    }
}
