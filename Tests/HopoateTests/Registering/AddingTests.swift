import Hopoate
import Testing

/// Mistakes that every registering function traps for, at the line of its caller.
@Suite struct AddingTests {
    private enum Mistake: String, CaseIterable, Codable {
        case weakValue, weakName, weakKey, weakTaking, weakContribution, weakAutoregistered, weakAsynchronous
        case weakOptional, weakError, weakDefault, asynchronousGraph, notHashable
        case cleanUpOfTransient, cleanUpOfWeak, cleanUpOfGraph, cleanUpOfDecorator, cleanUpOfChildsDecorator,
            cleanUpOfDefaultsDecorator

        func make() {
            let container = DependencyContainer()
            switch self {
            case .weakValue: container.register(Int.self, lifetime: .weak, line: 7) { 1 }
            case .weakName: container.register(Int.self, named: "n", lifetime: .weak, line: 7) { 1 }
            case .weakKey: container.register(\.addedNumber, lifetime: .weak, line: 7) { 1 }
            case .weakTaking: container.register(Int.self, taking: String.self, lifetime: .weak, line: 7) { $0.count }
            case .weakContribution: container.contribute(to: Int.self, lifetime: .weak, line: 7) { 1 }
            case .weakAutoregistered: container.autoregister(Int.self, lifetime: .weak, line: 7) { 1 }
            case .weakAsynchronous: container.register(Int.self, lifetime: .weak, line: 7, asyncCreator: { 1 })
            case .weakOptional: container.register(Logger?.self, lifetime: .weak, line: 7) { nil }
            case .weakError: container.register((any Error).self, lifetime: .weak, line: 7) { SomeError() }
            case .weakDefault: _ = container.resolve(\.addedWeakly)
            case .asynchronousGraph: container.register(Int.self, lifetime: .graph, line: 7, asyncCreator: { 1 })
            case .notHashable:
                container.register(String.self, taking: (Int, String).self, lifetime: .cached, line: 7) { $0.1 }
            case .cleanUpOfTransient, .cleanUpOfWeak, .cleanUpOfGraph:
                let lifetimes = [Mistake.cleanUpOfTransient: Lifetime.transient, .cleanUpOfWeak: .weak]
                container.register(Logger.self, lifetime: lifetimes[self] ?? .graph) { Logger() }
                    .onRemove(line: 7) { _ in }
            case .cleanUpOfDefaultsDecorator:
                container.decorate(\.addedTransiently) { $0 }.onRemove(line: 7) { _ in }
            case .cleanUpOfDecorator, .cleanUpOfChildsDecorator:
                container.register(Logger.self, lifetime: .transient) { Logger() }
                container.decorate(Logger.self) { $0 }
                let child = DependencyContainer(parent: container)
                (self == .cleanUpOfDecorator ? container : child).decorate(Logger.self) { $0 }.onRemove(line: 7) { _ in
                }
            }
        }

        var texts: [String] {
            switch self {
            case .weakValue:
                [
                    "is a value type and cannot be registered with the lifetime `weak`",
                    "Make it a class, or register it with another lifetime, for example `cached`.",
                ]
            case .notHashable:
                [
                    "Swift.String taking (Swift.Int, Swift.String) is registered with the lifetime `cached`, but ",
                    "but (Swift.Int, Swift.String) is not `Hashable` here, so the instance would not be found again.",
                ]
            case .asynchronousGraph: ["cannot be registered with an asynchronous creator and the lifetime `graph`"]
            case .cleanUpOfTransient, .cleanUpOfDecorator, .cleanUpOfChildsDecorator, .cleanUpOfDefaultsDecorator:
                [
                    "registered with the lifetime `transient`, so the registration keeps no instance to clean up",
                    "Remove `onRemove`, or register the service with a lifetime that keeps",
                ]
            case .cleanUpOfWeak: ["the lifetime `weak`, so the registration keeps no instance to clean up"]
            case .cleanUpOfGraph: ["the lifetime `graph`, so the registration keeps no instance to clean up"]
            default: ["registered with the lifetime `weak`"]
            }
        }
    }

    @Test(arguments: Mistake.allCases) private func `a mistake traps at its line`(_ mistake: Mistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [mistake = mistake as Mistake] in
            mistake.make()
        }
        let text = try trapMessage(result)
        let place = "AddingTests.swift:\(mistake == .weakDefault ? "" : "7: Fatal error: ")"
        for expected in [place] + mistake.texts { #expect(text.contains(expected), "\(text)") }
    }

    @Test func `a decorator of a kept service, or of nothing yet, may have a clean-up`() {
        let (container, ends) = (DependencyContainer(), Counter())
        container.decorate(String.self) { $0 + "!" }.onRemove { _ in ends.increment() }
        container.register(Logger.self) { Logger() }
        let token = container.decorate(Logger.self) { $0 }.onRemove { _ in ends.increment() }
        _ = container.resolve(Logger.self)
        container.register(Logger.self, lifetime: .transient) { Logger() }
        container.remove(token.onRemove { _ in ends.increment() })
        #expect(ends.count == 2)
        token.onRemove { _ in ends.increment() }
    }
}

extension DependencyKeys {
    fileprivate var addedNumber: DependencyKey<Int> { .init { 1 } }
    fileprivate var addedTransiently: DependencyKey<Int> { .init(lifetime: .transient) { 1 } }
    fileprivate var addedWeakly: DependencyKey<Int> { .init(lifetime: .weak) { 1 } }
}
