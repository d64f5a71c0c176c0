import Hopoate
import HopoateTestingHelpers
import Testing

/// What a test registers, and what has wrappers as stored properties, goes with the test's container.
@Suite struct RetainCycleTests {
    /// What remains of a test, and how often its object has been told that it is removed.
    private final class Remains: @unchecked Sendable {
        weak var container: DependencyContainer?
        weak var caller: Caller?
        let removals = Counter()

        /// Registers an object that looks a service up, in the shared container, and has it do so.
        func register() {
            let (container, caller) = (DependencyContainer.shared, Caller())
            self.container = container
            self.caller = caller
            container.register(Pinger(label: "here"), for: (any Pinging).self)
            container[\.caller] = caller
            container.register(caller, for: Caller.self).onRemove { [removals] _ in removals.increment() }
            #expect(container.resolve(Caller.self).label + container.resolve(\.caller).label == "herehere")
        }

        func areReleased(_ count: Int = 1) -> Bool { container == nil && caller == nil && removals.count == count }
    }

    private let remains = Remains()

    @Test(arguments: [IsolationOptions(), .forked, .strict])
    func `an isolated container is released with its registrations`(_ options: IsolationOptions) {
        withIsolatedDependencies(options) { remains.register() }
        #expect(remains.areReleased())
    }

    @Test func `the container of an asynchronous operation is released too`() async {
        // The tasks that end the container do not hold it any longer than the caller waits.
        for count in 1...2_000 {
            await withIsolatedDependencies {
                await Task.yield()
                remains.register()
            }
            guard remains.areReleased(count) else { return #expect(remains.areReleased(count)) }
        }
    }

    @Test func `registrations of traits are released with the test`() async throws {
        let (remains, current) = (remains, Test.current!)
        let traits: [IsolatedDependenciesTrait] = [
            .dependencies { _ in remains.register() },
            .mock(String.self) {
                remains.register()
                return "mock"
            },
        ]
        for (count, trait) in traits.enumerated() {
            try await trait.provideScope(for: current, testCase: nil) {
                #expect(remains.container === DependencyContainer.shared)
                #expect(resolve(Caller.self).label == "here")
            }
            #expect(remains.areReleased(count + 1))
        }
    }
}

extension DependencyKeys {
    fileprivate var caller: DependencyKey<Caller> { .required() }
}
