import Hopoate
import Testing

/// What ends the process, and what it says then. Also run in release.
/// Within an exit test, `#line` is the line of the test's macro.
@Suite struct TrapTests {
    private struct A {}
    private struct B {}
    private protocol P {}
    private struct C: P {}

    @Test func resolveOfAMissingService() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A(), for: A.self, named: "other")
            _ = container.resolve(A.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("TrapTests.swift:\(line): Fatal error: Nothing is registered for "))
        #expect(text.contains("looks like it: HopoateTests."))
        #expect(text.contains("TrapTests.A named \"other\", eager, registered at HopoateTests/TrapTests.swift:"))
    }

    @Test func theGlobalResolveOfAMissingService() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = resolve(A.self)
        }
        #expect(try trapMessage(result).contains("TrapTests.swift:\(line): Fatal error: Nothing is registered"))
    }

    @Test func aCycle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(service: A.self, cacheService: false) {
                _ = container.resolve(B.self)
                return A()
            }
            container.register(B.self, lifetime: .cached) {
                _ = container.resolve(A.self)
                return B()
            }
            _ = container.resolve(A.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("takes HopoateTests.TrapTests."))
        #expect(text.contains("path: A → B → A"))
    }

    @Test func aCycleOverTwoThreads() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            let barrier = Barrier(2)
            container.register(A.self, lifetime: .cached) {
                barrier.wait()
                _ = container.resolve(B.self)
                return A()
            }
            container.register(B.self, lifetime: .cached) {
                barrier.wait()
                _ = container.resolve(A.self)
                return B()
            }
            onThreads(2) { index in
                if index == 0 { _ = container.resolve(A.self) } else { _ = container.resolve(B.self) }
            }
        }
        let text = try trapMessage(result)
        #expect(text.contains("path: A → B → A") || text.contains("path: B → A → B"))
    }

    @Test func aCreatorThatThrows() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A.self, lifetime: .cached) { throw SomeError() }
            _ = container.resolve(A.self)
        }
        #expect(try trapMessage(result).contains("threw an error: SomeError(text: \"out of paper\")"))
    }

    @Test func optionalResolveOfWhatCannotBeCreated() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A.self, lifetime: .cached) {
                _ = try container.resolving(B.self)
                return A()
            }
            _ = container.optionalResolve(A.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("Nothing is registered for HopoateTests.TrapTests."))
        #expect(text.contains("path: A → B"))
    }

    @Test func aPropertyOfAMissingService() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Reader {
                @Dependency(named: "backup") var a: A
            }
            _ = Reader().a
        }
        let text = try trapMessage(result)
        #expect(text.contains("TrapTests.swift:\(line): Fatal error: Nothing is registered for "))
        #expect(text.contains("TrapTests.A named \"backup\"."))
    }

    @Test func anOptionalPropertyOfWhatCannotBeCreated() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Reader {
                @OptionalDependency var a: A?
            }
            DependencyContainer.shared.register(A.self, lifetime: .cached) { throw SomeError() }
            _ = Reader().a
        }
        #expect(try trapMessage(result).contains("TrapTests.swift:\(line): Fatal error: The creator of"))
    }

    @Test func aValueTypeThatIsToBeKeptWeakly() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register(A.self, lifetime: .weak) { A() }
        }
        let text = try trapMessage(result)
        #expect(text.contains("TrapTests.swift:\(line): Fatal error: HopoateTests."))
        #expect(text.contains("TrapTests.A is a value type and cannot be registered with the lifetime `weak`"))
    }

    @Test func anOptionalThatIsToBeKeptWeakly() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register(Logger?.self, lifetime: .weak) { nil }
        }
        #expect(try trapMessage(result).contains("is a value type"))
    }

    @Test func aKeyWhoseDefaultIsAValueThatIsToBeKeptWeakly() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependencyContainer().resolve(\.weakValue)
        }
        #expect(try trapMessage(result).contains("TrapTests.swift"))
    }

    @Test(arguments: ["-1.0", "nan"]) func anExpiryThatIsNoTime(_ seconds: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [seconds = seconds as String] in
            let lifetime = Lifetime.expiring(afterSeconds: try #require(Double(seconds)))
            DependencyContainer().register(A.self, lifetime: lifetime) { A() }
        }
        #expect(try trapMessage(result).contains("A cannot expire after \(seconds) seconds."))
    }

    @Test func aCleanUpOfWhatIsNotKept() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register(A.self, lifetime: .transient) {
                A()
            }.onRemove { _ in
            }
        }
        let text = try trapMessage(result)
        #expect(
            text.contains("registered with the lifetime `transient`, so the registration keeps no instance to clean up")
        )
    }

    @Test func aDecoratorOfNothing() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.decorate(A.self) { $0 }
            #expect(container.optionalResolve(A.self) == nil)
            _ = container.resolve(A.self)
        }
        #expect(
            try trapMessage(result).contains("is decorated, but nothing is registered that the decorator could get.")
        )
    }

    @Test func aMissingServiceWithAnArgument() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependencyContainer().resolve(A.self, with: 5)
        }
        let text = try trapMessage(result)
        #expect(text.contains("TrapTests.swift:\(line): Fatal error: Nothing is registered for HopoateTests."))
        #expect(text.contains("TrapTests.A taking Swift.Int."))
    }

    @Test func anArgumentsCreatorThatThrows() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A.self, taking: Int.self) { _ in throw SomeError() }
            _ = container.optionalResolve(A.self, with: 5)
        }
        #expect(try trapMessage(result).contains("threw an error: SomeError"))
    }

    @Test func aContributionThatThrows() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.contribute(to: A.self) { throw SomeError() }
            _ = container.resolveAll(A.self)
        }
        #expect(try trapMessage(result).contains("threw an error: SomeError"))
    }

    @Test func theGlobalOptionalResolveOfWhatCannotBeCreated() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(A.self, lifetime: .cached) { throw SomeError() }
            _ = optionalResolve(A.self)
        }
        let text = try trapMessage(result)
        #expect(
            text.contains(
                "TrapTests.swift:\(line): Fatal error: The creator of HopoateTests.TrapTests.A threw an error"
            )
        )
        #expect(text.contains("use `try resolving(_:)`"))
    }

    @Test func aRequiredKeyThatNothingIsRegisteredFor() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependencyContainer().resolve(\.requiredNumber)
        }
        let text = try trapMessage(result)
        #expect(
            text.contains(
                "TrapTests.swift:\(line): Fatal error: Nothing is registered for Swift.Int named \"typed key requiredNumber of "
            )
        )
        #expect(text.contains("To fix this, one of:"))
        #expect(text.contains("container.register(…, for: \\.requiredNumber)  // the key that is declared at"))
        #expect(text.contains("MockContainer(YourMock(), for: \\.requiredNumber)"))
    }

    @Test func readingARequiredKeyThatNothingIsRegisteredFor() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependencyContainer()[\.requiredNumber]
        }
        #expect(
            try trapMessage(result).contains(
                "TrapTests.swift:\(line): Fatal error: Nothing is registered for Swift.Int"
            )
        )
    }

    @Test func optionalResolveOfAKeyWhoseDefaultThrows() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependencyContainer().optionalResolve(\.throwingNumber)
        }
        let text = try trapMessage(result)
        #expect(
            text.contains(
                "TrapTests.swift:\(line): Fatal error: The creator of Swift.Int named \"typed key throwingNumber of "
            )
        )
        #expect(text.contains("threw an error: SomeError"))
    }

    @Test func aPropertyOfARequiredKeyThatNothingIsRegisteredFor() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Dependency(\.requiredNumber, container: DependencyContainer()).wrappedValue
        }
        #expect(
            try trapMessage(result).contains(
                "TrapTests.swift:\(line): Fatal error: Nothing is registered for Swift.Int"
            )
        )
    }

    @Test func anOptionalPropertyOfAKeyWhoseDefaultThrows() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = OptionalDependency(\.throwingNumber, container: DependencyContainer()).wrappedValue
        }
        #expect(
            try trapMessage(result).contains("TrapTests.swift:\(line): Fatal error: The creator of Swift.Int named")
        )
    }

    @Test func anArgumentsCycle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A.self, taking: Int.self) { container.resolve(A.self, with: $0) }
            _ = container.resolve(A.self, with: 5)
        }
        let text = try trapMessage(result)
        #expect(text.contains("TrapTests.A taking Swift.Int takes HopoateTests.TrapTests.A taking Swift.Int itself."))
        #expect(text.contains("To fix this, break the cycle"))
    }

    @Test func anEagerCreatorThatResolvesItsOwnService() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(service: A.self) { container.resolve(A.self) }
        }
        #expect(try trapMessage(result).contains("path: A → A"))
    }

    @Test func aParameterThatIsMissing() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Screen { let a: A }
            let container = DependencyContainer()
            container.autoregister(Screen.self, initializer: Screen.init)
            _ = container.resolve(Screen.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("Fatal error: Nothing is registered for HopoateTests.TrapTests.A."))
        #expect(text.contains("path: Screen → A"))
    }

    @Test func aLazyServiceThatIsACycle() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            let lazy = Lazy(A.self, container: container)
            container.register(A.self, lifetime: .cached) { lazy.get() }
            _ = lazy.get()
        }
        #expect(
            try trapMessage(result).contains("TrapTests.swift:\(line): Fatal error: Circular dependency: creating ")
        )
    }

    @Test func aServiceThatNobodyHasAwaited() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(A.self, asyncCreator: { A() })
            _ = container.resolve(A.self)
        }
        let text = try trapMessage(result)
        #expect(
            text.contains(
                "TrapTests.swift:\(line): Fatal error: The creator of HopoateTests.TrapTests.A is asynchronous"
            )
        )
        #expect(text.contains("await it: `try await container.asyncResolve(TrapTests.A.self)`"))
    }

    @Test func aValueThatAProtocolsCreatorMakesAndNobodyCanHold() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register((any P).self, lifetime: .weak) { C() }
            _ = container.resolve((any P).self)
        }
        let text = try trapMessage(result)
        #expect(
            text.contains("TrapTests.swift:\(line): Fatal error: HopoateTests.TrapTests.P is registered with")
        )
        #expect(text.contains("its creator made a value: C is no class."))
    }
}

extension DependencyKeys {
    fileprivate var weakValue: DependencyKey<Int> { .init(lifetime: .weak) { 1 } }
    fileprivate var requiredNumber: DependencyKey<Int> { .required() }
    fileprivate var throwingNumber: DependencyKey<Int> { .init { throw SomeError() } }
}
