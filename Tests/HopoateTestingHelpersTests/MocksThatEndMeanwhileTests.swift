import Foundation
import HopoateTestingHelpers
import Testing

@testable import Hopoate

@Suite struct MocksThatEndMeanwhileTests {
    /// Tells when it is released, if it was made from the mock.
    private final class Car: Sendable {
        let released: Counter?

        init(_ engine: any Pinging, _ released: Counter) { self.released = engine.label == "mock" ? released : nil }

        deinit { released?.increment() }
    }

    @Test(arguments: [Lifetime.cached, .eager, .perContainer])
    func whatIsFinishedWhileItsMockEndsIsNotKept(_ lifetime: Lifetime) {
        for _ in 0..<4_000 {
            let container = DependencyContainer()
            let (made, released) = (Counter(), Counter())
            container.register(Pinger(label: "real"), for: (any Pinging).self)
            let mock = container.registerMock(
                Pinger(label: "mock") as any Pinging,
                for: ServiceKey((any Pinging).self, named: nil),
                CodePlace()
            )
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 {
                    container.register(Car.self, lifetime: lifetime) { [unowned container] in
                        let engine = container.resolve((any Pinging).self)
                        if engine.label == "mock" { made.increment() }
                        return Car(engine, released)
                    }
                    _ = container.resolve(Car.self)
                } else {
                    container.remove(mock.registration)
                    mock.mock.end()
                }
            }
            guard made.count == released.count else {
                Issue.record("\(made.count) were made from a mock, \(released.count) released")
                return
            }
        }
    }
}
