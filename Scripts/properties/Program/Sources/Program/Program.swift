// A program with thousands of types, most of them of other libraries. Reading them must not crash.
import ArgumentParser
import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Hummingbird

protocol Greeting: Sendable {}

struct Greeter: Greeting {}

// A class, as an optimized build leaves out what it knows of a struct like this one.
final class Controller {
    @Dependency private var greeting: any Greeting
    private let decoder = JSONDecoder()

    var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in "Hello" }
        return router
    }
}

@main struct Program: ParsableCommand {
    @Option var count = 1

    func run() throws {
        let container = DependencyContainer()
        let clock = ContinuousClock()
        for _ in 0..<count {
            do {
                try container.validateProperties()
                throw CleanExit.message("The missing service was not found out.")
            } catch let error as DependencyValidationError {
                guard error.problems.map(\.path) == [["Controller.greeting", "Greeting"]] else { throw error }
            }
        }
        container.register(Greeter(), for: (any Greeting).self)
        var validated: ValidatedProperties?
        let time = try clock.measure { validated = try container.validateProperties() }
        print("\(validated?.properties ?? []) in \(time), \(Controller().router)")
        guard validated?.properties == ["Program.Controller.greeting"] else { throw ExitCode.failure }
    }
}
