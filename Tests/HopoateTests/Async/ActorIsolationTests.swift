import Hopoate
import Testing

/// A creator carries the actor that it names, and runs only there.
@Suite struct ActorIsolationTests {
    let container = DependencyContainer()

    @globalActor actor Press { static let shared = Press() }

    @globalActor private actor Bindery { static let shared = Bindery() }

    /// The functions that take a creator or a decorator.
    enum Form: CaseIterable { case creator, asynchronous, argument, decorator, key, keyDefault }

    /// Registers creators of its actor, and counts their runs.
    @Press final class Vault {
        nonisolated init() {}

        private(set) var runs = 0

        fileprivate func next() -> Int {
            Press.assertIsolated()
            runs += 1
            return runs
        }

        func register(in container: DependencyContainer, as form: Form) {
            switch form {
            case .creator: container.register(Int.self) { @Press in self.next() }
            case .asynchronous:
                container.register(Int.self) { @Press () async throws -> Int in
                    await Task.yield()
                    return self.next()
                }
            case .argument:
                container.register(Int.self, taking: Int.self, lifetime: .cached) { @Press in $0 + self.next() - 7 }
            case .decorator:
                container.register(0, for: Int.self)
                container.decorate(Int.self) { @Press in $0 + self.next() }
            case .key: container.register(\.ofPress) { @Press in self.next() }
            case .keyDefault: break
            }
        }

        /// Synchronous code can check only for the main actor.
        func failureOfResolving(_ form: Form, from container: DependencyContainer) -> String? {
            failure { try ActorIsolationTests.resolving(form, from: container) }
        }
    }

    private static func resolving(_ form: Form, from container: DependencyContainer) throws -> Int {
        switch form {
        case .argument: try container.resolving(Int.self, with: 7)
        case .key, .keyDefault: try container.resolving(\.ofPress)
        default: try container.resolving(Int.self)
        }
    }

    @Test(arguments: Form.allCases)
    func `every function that takes a creator takes one of an actor`(_ form: Form) async throws {
        let (container, vault) = (container, Vault())
        await vault.register(in: container, as: form)
        let reason = form == .asynchronous ? "needsAwait" : "belongsToActor"
        let failures = [
            failure { try ActorIsolationTests.resolving(form, from: container) },
            await vault.failureOfResolving(form, from: container),
        ]
        #expect(failures.allSatisfy { $0?.hasPrefix(reason) == true })
        #expect(await vault.runs == 0)
        let number =
            switch form {
            case .argument: try await container.asyncResolve(Int.self, with: 7)
            case .key, .keyDefault: try await container.asyncResolve(\.ofPress)
            default: try await container.asyncResolve(Int.self)
            }
        #expect(number == 1)
        #expect(try ActorIsolationTests.resolving(form, from: container) == 1)
    }

    @MainActor private final class Page {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @MainActor @Test(arguments: [Lifetime.cached, .transient, .weak, .graph, .eager])
    func `a service resolves without awaiting on its actor`(_ lifetime: Lifetime) throws {
        container.register(Page.self, lifetime: lifetime) { @MainActor in Page(7) }
        #expect(try container.resolving(Page.self).number == 7)
        #expect(container.resolve(Page.self).number == 7)
        #expect(container.optionalResolve(Page.self)?.number == 7)
    }

    @MainActor @Test func `a Sendable closure is bound to no actor`() async throws {
        container.register(Int.self, lifetime: .cached) { @Sendable in 3 }
        container.register(Int.self, taking: Int.self) { @Sendable in $0 }
        container.decorate(Int.self) { @Sendable in $0 + 1 }
        let container = container
        let numbers = atOnce(1) { _ in [container.resolve(Int.self), container.resolve(Int.self, with: 7)] }
        #expect(numbers == [[4, 7]])
    }

    // MARK: - Of several actors

    private func decorate(with number: Int) {
        switch number % 4 {
        case 0: container.decorate(Logger.self) { Logger("\($0.label) \(number)") }
        case 1:
            container.decorate(Logger.self) { @Press in
                Press.assertIsolated()
                return Logger("\($0.label) \(number)")
            }
        case 2:
            container.decorate(Logger.self) { @Bindery in
                Bindery.assertIsolated()
                return Logger("\($0.label) \(number)")
            }
        default:
            container.decorate(Logger.self) { @MainActor in
                MainActor.assertIsolated()
                return Logger("\($0.label) \(number)")
            }
        }
    }

    @Test(
        arguments: [
            (.cached, ["1", "1"]), (.transient, ["1", "2"]), (.weak, ["1", "2"]),
        ] as [(Lifetime, [String])],
        CreatorForm.allCases
    )
    func `each decorator runs on its actor, once`(
        _ expected: (lifetime: Lifetime, instances: [String]),
        _ form: CreatorForm
    ) async throws {
        let (runs, released) = (Counter(), Counter())
        container.register(Logger.self, lifetime: expected.lifetime, as: form) {
            Logger("\(runs.increment())") { released.increment() }
        }
        for number in 0..<120 { decorate(with: number) }
        let decorations = (0..<120).map { " \($0)" }.joined()
        for (index, instance) in expected.instances.enumerated() {
            #expect(try await container.asyncResolve(Logger.self).label == instance + decorations)
            // The task of a creation may end a moment after those who await it, and holds the instance until then.
            await eventually(expected.lifetime != .weak || released.count == index + 1)
        }
        #expect("\(runs.count)" == expected.instances.last)
    }

    @Test(arguments: [Lifetime.weak, .cached], [true, false])
    func `arguments work across actors and containers`(_ lifetime: Lifetime, _ isInChild: Bool) async throws {
        let created = Counter()
        let child = isInChild ? DependencyContainer(parent: container) : container
        container.register(Logger.self, taking: Int.self, lifetime: lifetime) { @Press in
            Logger("\($0) \(created.increment())")
        }
        child.decorate(Logger.self, taking: Int.self) { @Bindery in $0 }
        #expect(try await child.asyncResolve(Logger.self, with: 7).label == "7 1")
        #expect(created.count == 1)
    }
}

extension DependencyKeys {
    fileprivate var ofPress: DependencyKey<Int> { .init { @ActorIsolationTests.Press in 1 } }
}
