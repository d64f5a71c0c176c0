import Hopoate
import HopoateTestingHelpers
import Testing

/// What a test registers, and what has wrappers as stored properties, goes with the test's container.
@Suite struct RetainCycleTests {
    /// What remains of a test, and how often its objects have been told that they are removed.
    private final class Remains: @unchecked Sendable {
        weak var container: DependencyContainer?
        weak var caller: AnyObject?
        var removals = 0

        /// Takes note of the shared container and an object that it is going to keep.
        func note(_ caller: AnyObject) {
            container = .shared
            self.caller = caller
        }

        func expectNothing() {
            #expect(container == nil)
            #expect(caller == nil)
        }
    }

    private let remains = Remains()

    /// Registers an object that looks a service up, in the shared container, and has it do so.
    private func registerCaller(_ remains: Remains) {
        let (container, caller) = (DependencyContainer.shared, Caller())
        remains.note(caller)
        container.register(Pinger(label: "here"), for: (any Pinging).self)
        container.register(caller, for: Caller.self).onRemove { _ in remains.removals += 1 }
        #expect(container.resolve(Caller.self).label == "here")
        #expect(remains.container != nil && remains.caller != nil)
    }

    @Test(arguments: [IsolationOptions(), .forked, .strict])
    func anIsolatedContainerGoesWithWhatWasRegisteredInIt(_ options: IsolationOptions) {
        withIsolatedDependencies(options) { registerCaller(remains) }
        remains.expectNothing()
        #expect(remains.removals == 1)
    }

    @Test func anAsynchronousOperationsContainerGoesToo() async {
        await withIsolatedDependencies {
            await Task.yield()
            registerCaller(remains)
        }
        remains.expectNothing()
        #expect(remains.removals == 1)
    }

    @Test func whatIsSetByAKeyGoes() {
        withIsolatedDependencies {
            let caller = Caller()
            remains.note(caller)
            DependencyContainer.shared.register(Pinger(label: "here"), for: (any Pinging).self)
            DependencyContainer.shared[\.caller] = caller
            #expect(DependencyContainer.shared.resolve(\.caller).label == "here")
        }
        remains.expectNothing()
    }

    @Test func whatATraitRegistersGoesWithTheTest() async throws {
        let (remains, test) = (remains, self)
        let trait: IsolatedDependenciesTrait = .dependencies { _ in test.registerCaller(remains) }
        let current = try #require(Test.current)
        try await trait.provideScope(for: current, testCase: nil) {
            #expect(resolve(Caller.self).label == "here")
            #expect(remains.container === DependencyContainer.shared)
        }
        remains.expectNothing()
        #expect(remains.removals == 1)
    }

    @Test func aTraitsMockGoesWithTheTest() async throws {
        let remains = remains
        let trait: IsolatedDependenciesTrait = .mock(Caller.self) {
            let caller = Caller()
            remains.note(caller)
            return caller
        }
        let current = try #require(Test.current)
        try await trait.provideScope(for: current, testCase: nil) {
            DependencyContainer.shared.register(Pinger(label: "here"), for: (any Pinging).self)
            #expect(resolve(Caller.self).label == "here")
        }
        remains.expectNothing()
    }
}

extension DependencyKeys {
    fileprivate var caller: DependencyKey<Caller> { .required() }
}
