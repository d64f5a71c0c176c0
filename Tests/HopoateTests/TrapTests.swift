import Hopoate
import Testing

/// The library's traps, with their lines and messages. Also run in release.
@Suite struct TrapTests {
    fileprivate struct A {}
    fileprivate struct B {}
    fileprivate struct C {}
    fileprivate struct Screen { let a: A }

    /// A mistake that only the look-up on line 7 finds.
    private enum Trap: String, CaseIterable, Codable {
        case missing, missingGlobally, missingKey, missingGlobalKey, missingKeyOfSubscript, missingArgument
        case missingProperty, missingKeyProperty, missingLazy, missingProvider, missingKeyProvider, missingParameter
        case cycle, cycleOfLazy, cycleOfProvider
        case failing, failingOptional, failingGlobalOptional, failingGlobalOptionalKey, failingKey
        case failingOptionalProperty, failingKeyProperty, failingArgument, failingContribution
        case missingBelowOptional, neverAwaited

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
            case .missingLazy: _ = Lazy<A>(line: 7)()
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
            case .cycleOfLazy:
                let lazy = Lazy(A.self, container: container, line: 7)
                container.register(A.self) { lazy() }
                _ = lazy()
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
            case .neverAwaited:
                container.register(B.self, asyncCreator: { B() })
                _ = container.resolve(B.self, line: 7)
            default: break
            }
        }

        /// The message, besides the line.
        var text: String {
            switch self {
            case .missing, .missingGlobally, .missingLazy, .missingProvider, .missingParameter:
                "Nothing is registered for HopoateTests.TrapTests.A."
            case .missingKey, .missingGlobalKey, .missingKeyOfSubscript, .missingKeyProperty, .missingKeyProvider:
                "container.register(…, for: \\.requiredNumber)  // the key that is declared at HopoateTests"
            case .missingArgument: "Nothing is registered for HopoateTests.TrapTests.A taking Swift.Int."
            case .missingProperty: "Nothing is registered for HopoateTests.TrapTests.A named \"backup\"."
            case .missingBelowOptional:
                """
                HopoateTests.TrapTests.B is registered but cannot be resolved, so resolving it optionally does not return nil.
                Nothing is registered for HopoateTests.TrapTests.C.
                """
            case .cycle: "path: A → B → A"
            case .cycleOfLazy, .cycleOfProvider: "path: A → A"
            case .failingKey, .failingKeyProperty, .failingGlobalOptionalKey:
                "The creator of Swift.Int (typed key throwingNumber of "
            case .failing, .failingOptional, .failingGlobalOptional, .failingOptionalProperty, .failingArgument,
                .failingContribution:
                "threw an error: SomeError(text: \"out of paper\")"
            case .neverAwaited: "or else with\n`try await container.asyncResolve(TrapTests.B.self)`"
            }
        }
    }

    @Test(arguments: Trap.allCases)
    private func `a look-up that fails traps with its line and the reason`(_ trap: Trap) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [trap = trap as Trap] in
            trap.spring()
        }
        let text = try trapMessage(result)
        let place = "TrapTests.swift:\(trap == .missingKeyOfSubscript ? "" : "7: Fatal error: ")"
        for expected in [place, trap.text] { #expect(text.contains(expected), "\(text)") }
    }
}

extension DependencyKeys {
    fileprivate var requiredNumber: DependencyKey<Int> { .required() }
    fileprivate var throwingNumber: DependencyKey<Int> { .init { throw SomeError() } }
}
