import Hopoate
import Testing

/// What ends the process, where, and what it says then. Also run in release.
@Suite struct TrapTests {
    fileprivate struct A {}
    fileprivate struct B {}
    fileprivate protocol P {}
    fileprivate struct C: P {}
    fileprivate struct Screen { let a: A }

    /// A mistake that is only found where something is asked for, on line 7.
    private enum Trap: String, CaseIterable, Codable {
        case missing, missingGlobally, missingKey, missingGlobalKey, missingKeyOfSubscript, missingArgument
        case missingProperty, missingKeyProperty, missingLazy, missingProvider, missingKeyProvider, missingParameter
        case cycle, cycleOverTwoThreads, cycleOfArguments, cycleOfEager, cycleOfLazy, cycleOfProvider
        case failing, failingOptional, failingGlobalOptional, failingGlobalOptionalKey, failingKey
        case failingOptionalProperty, failingKeyProperty, failingArgument, failingContribution
        case missingBelowOptional, nothingToDecorate, neverAwaited, noObject

        func spring() {
            let container = DependencyContainer()
            switch self {
            case .missing:
                container.register(A(), for: A.self, named: "other")
                _ = container.resolve(A.self, line: 7)
            case .missingGlobally: _ = resolve(A.self, line: 7)
            case .missingKey: _ = container.resolve(\.requiredNumber, line: 7)
            case .missingGlobalKey: _ = resolve(\.requiredNumber, line: 7)
            case .missingKeyOfSubscript: _ = container[\.requiredNumber]
            case .missingArgument: _ = container.resolve(A.self, with: 5, line: 7)
            case .missingProperty: _ = Dependency<A>(named: "backup", line: 7).wrappedValue
            case .missingKeyProperty: _ = Dependency(\.requiredNumber, container: container, line: 7).wrappedValue
            case .missingLazy: _ = Lazy<A>(line: 7).get()
            case .missingProvider: _ = Provider<A>(line: 7)()
            case .missingKeyProvider: _ = Provider(\.requiredNumber, line: 7)()
            case .missingParameter:
                container.autoregister(Screen.self, line: 7, initializer: Screen.init)
                _ = container.resolve(Screen.self, line: 7)
            case .cycle:
                container.register(service: A.self, cacheService: false) {
                    _ = container.resolve(B.self)
                    return A()
                }
                container.register(B.self) {
                    _ = container.resolve(A.self, line: 7)
                    return B()
                }
                _ = container.resolve(A.self)
            case .cycleOverTwoThreads: Self.springCycleOverTwoThreads(in: container)
            case .cycleOfArguments:
                container.register(A.self, taking: Int.self) { container.resolve(A.self, with: $0, line: 7) }
                _ = container.resolve(A.self, with: 5)
            case .cycleOfEager: container.register(service: A.self) { container.resolve(A.self, line: 7) }
            case .cycleOfLazy:
                let lazy = Lazy(A.self, container: container, line: 7)
                container.register(A.self) { lazy.get() }
                _ = lazy.get()
            case .cycleOfProvider:
                container.register(A.self) { Provider<A>(line: 7)() }
                _ = container.resolve(A.self)
            default: springFailure(in: container)
            }
        }

        private func springFailure(in container: DependencyContainer) {
            let shared = DependencyContainer.shared
            container.register(A.self) { throw SomeError() }
            shared.register(A.self) { throw SomeError() }
            switch self {
            case .failing: _ = container.resolve(A.self, line: 7)
            case .failingOptional: _ = container.optionalResolve(A.self, line: 7)
            case .failingGlobalOptional: _ = optionalResolve(A.self, line: 7)
            case .failingGlobalOptionalKey: _ = optionalResolve(\.throwingNumber, line: 7)
            case .failingKey: _ = container.optionalResolve(\.throwingNumber, line: 7)
            case .failingOptionalProperty: _ = OptionalDependency<A>(line: 7).wrappedValue
            case .failingKeyProperty:
                _ = OptionalDependency(\.throwingNumber, container: container, line: 7).wrappedValue
            case .failingArgument:
                container.register(A.self, taking: Int.self) { _ in throw SomeError() }
                _ = container.optionalResolve(A.self, with: 5, line: 7)
            case .failingContribution:
                container.contribute(to: A.self) { throw SomeError() }
                _ = container.resolveAll(A.self, line: 7)
            case .missingBelowOptional:
                container.register(B.self) {
                    _ = try container.resolving(C.self, line: 7)
                    return B()
                }
                _ = container.optionalResolve(B.self, line: 7)
            case .nothingToDecorate:
                container.decorate(B.self) { $0 }
                _ = container.resolve(B.self, line: 7)
            case .neverAwaited:
                container.register(B.self, asyncCreator: { B() })
                _ = container.resolve(B.self, line: 7)
            case .noObject:
                container.register((any P).self, lifetime: .weak) { C() }
                _ = container.resolve((any P).self, line: 7)
            default: break
            }
        }

        private static func springCycleOverTwoThreads(in container: DependencyContainer) {
            let barrier = Barrier(2)
            container.register(A.self) {
                barrier.wait()
                _ = container.resolve(B.self, line: 7)
                return A()
            }
            container.register(B.self) {
                barrier.wait()
                _ = container.resolve(A.self, line: 7)
                return B()
            }
            onThreads(2) { index in
                if index == 0 { _ = container.resolve(A.self) } else { _ = container.resolve(B.self) }
            }
        }

        /// What it says, besides the line.
        var texts: [String] {
            switch self {
            case .missing:
                [
                    "Nothing is registered for HopoateTests.TrapTests.A.", "looks like it: HopoateTests.",
                    "TrapTests.A named \"other\", eager, registered at HopoateTests/TrapTests.swift:",
                ]
            case .missingKey, .missingGlobalKey, .missingKeyOfSubscript, .missingKeyProperty, .missingKeyProvider:
                [
                    "Nothing is registered for Swift.Int named \"typed key requiredNumber of ",
                    "container.register(…, for: \\.requiredNumber)  // the key that is declared at HopoateTests",
                    "MockContainer(YourMock(), for: \\.requiredNumber)",
                ]
            case .missingArgument: ["Nothing is registered for HopoateTests.TrapTests.A taking Swift.Int."]
            case .missingProperty: ["Nothing is registered for HopoateTests.TrapTests.A named \"backup\"."]
            case .missingGlobally, .missingLazy, .missingProvider:
                ["Nothing is registered for HopoateTests.TrapTests.A."]
            case .missingParameter:
                ["Nothing is registered for HopoateTests.TrapTests.A.", "path: Screen → A"]
            case .missingBelowOptional: ["Nothing is registered for HopoateTests.TrapTests.C.", "path: B → C"]
            case .cycle: ["Circular dependency: ", "takes HopoateTests.TrapTests.", "path: A → B → A"]
            case .cycleOverTwoThreads: ["Circular dependency: ", "break the cycle"]
            case .cycleOfArguments:
                ["TrapTests.A taking Swift.Int takes HopoateTests.TrapTests.A taking Swift.Int itself."]
            case .cycleOfEager, .cycleOfLazy, .cycleOfProvider: ["Circular dependency: ", "path: A → A"]
            case .failing, .failingOptional, .failingGlobalOptional, .failingOptionalProperty:
                [
                    "The creator of HopoateTests.TrapTests.A threw an error: SomeError(text: \"out of paper\")",
                    "use `try resolving(_:)`",
                ]
            case .failingKey, .failingKeyProperty, .failingGlobalOptionalKey:
                [
                    "The creator of Swift.Int named \"typed key throwingNumber of ", "threw an error: SomeError",
                ]
            case .failingArgument, .failingContribution: ["threw an error: SomeError"]
            case .nothingToDecorate: ["is decorated, but nothing is registered that the decorator could get."]
            case .neverAwaited:
                [
                    "The creator of HopoateTests.TrapTests.B is asynchronous",
                    "await it: `try await container.asyncResolve(TrapTests.B.self)`",
                ]
            case .noObject:
                ["HopoateTests.TrapTests.P is registered with", "its creator made a value: C is no class."]
            }
        }
    }

    @Test(arguments: Trap.allCases) private func whatCannotBeResolvedEndsTheProcess(_ trap: Trap) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [trap = trap as Trap] in
            trap.spring()
        }
        let text = try trapMessage(result)
        let place = "TrapTests.swift:\(trap == .missingKeyOfSubscript ? "" : "7: Fatal error: ")"
        for expected in [place] + trap.texts { #expect(text.contains(expected), "\(text)") }
    }
}

extension DependencyKeys {
    fileprivate var requiredNumber: DependencyKey<Int> { .required() }
    fileprivate var throwingNumber: DependencyKey<Int> { .init { throw SomeError() } }
}
