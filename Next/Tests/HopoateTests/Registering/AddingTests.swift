import Hopoate
import Testing

/// Mistakes that every way of registering finds out at once, at its own line. `TrapTests` has those of the plain way.
@Suite struct AddingTests {
    private enum Way: String, CaseIterable, Codable {
        case named, key, taking, contribution, autoregistered, asynchronous

        /// Registers a number, with something to do when it is removed or nothing.
        func register(_ lifetime: Lifetime, cleansUp: Bool = false, line: UInt = 7) {
            let container = DependencyContainer()
            let ignore: @Sendable (Int) -> Void = { _ in }
            let onRemove = cleansUp ? ignore : nil
            switch self {
            case .named:
                container.register(
                    Int.self,
                    named: "n",
                    lifetime: lifetime,
                    line: line,
                    creator: { 1 }
                ).cleaningUp(onRemove)
            case .key:
                container.register(\.addedNumber, lifetime: lifetime, line: line, creator: { 1 }).cleaningUp(onRemove)
            case .taking:
                container.register(
                    Int.self,
                    taking: String.self,
                    lifetime: lifetime,
                    line: line,
                    creator: { $0.count }
                ).cleaningUp(onRemove)
            case .contribution:
                container.contribute(to: Int.self, lifetime: lifetime, line: line, creator: { 1 }).cleaningUp(onRemove)
            case .autoregistered:
                container.autoregister(
                    Int.self,
                    lifetime: lifetime,
                    line: line,
                    initializer: { 1 }
                ).cleaningUp(onRemove)
            case .asynchronous:
                container.register(
                    Int.self,
                    lifetime: lifetime,
                    line: line,
                    asyncCreator: { 1 }
                ).cleaningUp(onRemove)
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
            way.register(.transient, cleansUp: true)
        }
        let text = try trapMessage(result)
        #expect(text.contains("AddingTests.swift:7: Fatal error: "))
        #expect(text.contains("is registered with the lifetime `transient`, so the registration keeps no instance"))
        #expect(text.contains("Leave `onRemove` out, or register the service with a lifetime that keeps"))
    }

    @Test(arguments: ["weak", "graph"]) func aCleanUpOfWhatOthersKeep(_ lifetime: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [lifetime = lifetime as String] in
            DependencyContainer().register(Logger.self, lifetime: lifetime == "weak" ? .weak : .graph) {
                Logger()
            }.onRemove { _ in
            }
        }
        let text = try trapMessage(result)
        #expect(text.contains("Fatal error: HopoateTests.Logger is registered with "))
        #expect(text.contains("the lifetime `\(lifetime)`"))
    }
}

extension ServiceRegistration {
    fileprivate func cleaningUp(_ body: (@Sendable (Service) -> Void)?) { if let body { onRemove(line: 7, body) } }
}

extension DependencyKeys {
    fileprivate var addedNumber: DependencyKey<Int> { .init { 1 } }
}
