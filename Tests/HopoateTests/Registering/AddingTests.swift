import Hopoate
import Testing

/// Mistakes that every way of registering finds out at once, at its own line.
@Suite struct AddingTests {
    private enum Way: String, CaseIterable, Codable {
        case plain, named, key, taking, contribution, autoregistered, asynchronous

        @discardableResult
        func register(_ lifetime: Lifetime, line: UInt = 7) -> ServiceRegistration<Int> {
            let container = DependencyContainer()
            return switch self {
            case .plain: container.register(Int.self, lifetime: lifetime, line: line) { 1 }
            case .named: container.register(Int.self, named: "n", lifetime: lifetime, line: line) { 1 }
            case .key: container.register(\.addedNumber, lifetime: lifetime, line: line) { 1 }
            case .taking:
                container.register(Int.self, taking: String.self, lifetime: lifetime, line: line) { $0.count }
            case .contribution: container.contribute(to: Int.self, lifetime: lifetime, line: line) { 1 }
            case .autoregistered: container.autoregister(Int.self, lifetime: lifetime, line: line) { 1 }
            case .asynchronous: container.register(Int.self, lifetime: lifetime, line: line, asyncCreator: { 1 })
            }
        }
    }

    private enum Mistake: String, CaseIterable, Codable {
        case valueKeptWeakly, expiryThatIsNoTime, cleanUpOfWhatIsNotKept

        func make(_ way: Way) {
            switch self {
            case .valueKeptWeakly: way.register(.weak)
            case .expiryThatIsNoTime: way.register(.expiring(afterSeconds: -1))
            case .cleanUpOfWhatIsNotKept: way.register(.transient, line: 1).onRemove(line: 7) { _ in }
            }
        }

        var texts: [String] {
            switch self {
            case .valueKeptWeakly:
                [
                    "is a value type and cannot be registered with the lifetime `weak`",
                    "Make it a class, or register it with another lifetime, `cached` for example.",
                ]
            case .expiryThatIsNoTime:
                ["cannot expire after -1.0 seconds.", "as in `.expiring(afterSeconds: 60)`"]
            case .cleanUpOfWhatIsNotKept:
                [
                    "registered with the lifetime `transient`, so the registration keeps no instance to clean up",
                    "Leave `onRemove` out, or register the service with a lifetime that keeps",
                ]
            }
        }
    }

    @Test(arguments: Way.allCases, Mistake.allCases)
    private func aMistakeEndsTheProcessAtItsLine(_ way: Way, _ mistake: Mistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [way = way as Way, mistake = mistake as Mistake] in
            mistake.make(way)
        }
        let text = try trapMessage(result)
        for expected in ["AddingTests.swift:7: Fatal error: "] + mistake.texts {
            #expect(text.contains(expected), "\(text)")
        }
    }

    private enum OtherMistake: String, CaseIterable, Codable {
        case optionalKeptWeakly, errorKeptWeakly, defaultKeptWeakly, noNumber, cleanUpOfWeak, cleanUpOfGraph

        func make() {
            let container = DependencyContainer()
            switch self {
            case .optionalKeptWeakly: container.register(Logger?.self, lifetime: .weak) { nil }
            case .errorKeptWeakly: container.register((any Error).self, lifetime: .weak) { SomeError() }
            case .defaultKeptWeakly: _ = container.resolve(\.addedWeakly)
            case .noNumber: container.register(Int.self, lifetime: .expiring(afterSeconds: .nan)) { 1 }
            case .cleanUpOfWeak: container.register(Logger.self, lifetime: .weak) { Logger() }.onRemove { _ in }
            case .cleanUpOfGraph: container.register(Logger.self, lifetime: .graph) { Logger() }.onRemove { _ in }
            }
        }

        var text: String {
            switch self {
            case .optionalKeptWeakly, .errorKeptWeakly, .defaultKeptWeakly: "registered with the lifetime `weak`"
            case .noNumber: "cannot expire after nan seconds."
            case .cleanUpOfWeak: "the lifetime `weak`, so the registration keeps no instance to clean up"
            case .cleanUpOfGraph: "the lifetime `graph`, so the registration keeps no instance to clean up"
            }
        }
    }

    @Test(arguments: OtherMistake.allCases)
    private func aMistakeThatOnlySomeServicesMakeEndsTheProcess(_ mistake: OtherMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [mistake = mistake as OtherMistake] in
            mistake.make()
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:"))
        #expect(text.contains(mistake.text), "\(text)")
    }
}

extension DependencyKeys {
    fileprivate var addedNumber: DependencyKey<Int> { .init { 1 } }
    fileprivate var addedWeakly: DependencyKey<Int> { .init(lifetime: .weak) { 1 } }
}
