import Hopoate
import Testing

/// Mistakes that every way of registering finds out at once, at its own line. `TrapTests` has those of the plain way.
@Suite struct AddingTests {
    private enum Way: String, CaseIterable, Codable {
        case named, key, taking, contribution, autoregistered, asynchronous

        /// Registers a number, on line 7.
        @discardableResult
        func register(_ lifetime: Lifetime, line: UInt = 7) -> ServiceRegistration<Int> {
            let container = DependencyContainer()
            return switch self {
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

    @Test(arguments: Way.allCases) private func aValueThatIsToBeKeptWeakly(_ way: Way) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [way = way as Way] in
            way.register(.weak)
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:7: Fatal error: "))
        #expect(text.contains("is a value type and cannot be registered with the lifetime `weak`"))
        #expect(text.contains("Make it a class, or register it with another lifetime, `cached` for example."))
    }

    @Test(arguments: Way.allCases) private func anExpiryThatIsNoTime(_ way: Way) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [way = way as Way] in
            way.register(.expiring(afterSeconds: -1))
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:7: Fatal error: "))
        #expect(text.contains("cannot expire after -1.0 seconds."))
        #expect(text.contains("as in `.expiring(afterSeconds: 60)`"))
    }

    @Test(arguments: Way.allCases) private func aCleanUpOfWhatIsNotKept(_ way: Way) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [way = way as Way] in
            way.register(.transient).onRemove(line: 8) { _ in }
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:8: Fatal error: "))
        #expect(
            text.contains("registered with the lifetime `transient`, so the registration keeps no instance to clean up")
        )
        #expect(text.contains("Leave `onRemove` out, or register the service with a lifetime that keeps"))
    }

    @Test(arguments: ["weak", "graph"]) func aCleanUpOfWhatOthersKeep(_ lifetime: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [lifetime = lifetime as String] in
            let lifetime: Lifetime = lifetime == "weak" ? .weak : .graph
            DependencyContainer().register(Logger.self, lifetime: lifetime) { Logger() }.onRemove(line: 8) { _ in }
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:8: Fatal error: HopoateTests.Logger is registered with "))
        #expect(text.contains("the lifetime `\(lifetime)`, so the registration keeps no instance to clean up"))
    }
}

extension ServiceRegistration {
    fileprivate func cleaningUp(_ body: (@Sendable (Service) -> Void)?) { if let body { onRemove(line: 7, body) } }
}

extension DependencyKeys {
    fileprivate var addedNumber: DependencyKey<Int> { .init { 1 } }
}
