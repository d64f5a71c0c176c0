import Hopoate
import HopoateDiagnostics
import Testing

@testable import Coffee

@Suite struct CoffeeModuleTests {
    private let container = DependencyContainer()

    @Test func everyServiceIsRegisteredOnceAndGoesWithTheModule() {
        let module = container.install(CoffeeModule())
        #expect(container.registrations.count == 4)
        #expect(container.resolve((any Heater).self) is ElectricHeater)
        #expect(container.resolve((any Pump).self) is Thermosiphon)
        container.remove(module)
        #expect(container.registrations.isEmpty)
        #expect(!container.canResolve(CoffeeMaker.self))
    }

    @Test func whatAnotherModuleNeedsStaysWhenTheCoffeeMakerGoes() {
        container.install(LoggerModule(missing: []))
        let coffee = container.install(CoffeeModule())
        container.remove(coffee)
        #expect(container.registrations.count == 1)
        #expect(container.canResolve(CoffeeLogger.self))
    }

    @Test func heaterAndLoggerAreSharedAndTheRestIsMadeAnew() {
        container.install(CoffeeModule())
        #expect(container.resolve(CoffeeLogger.self) === container.resolve(CoffeeLogger.self))
        #expect(container.resolve(CoffeeMaker.self) !== container.resolve(CoffeeMaker.self))
        container.resolve((any Heater).self).turnOn()
        #expect(container.resolve((any Heater).self).isHot)
    }

    @Test func theWiringIsWhole() throws {
        container.install(CoffeeModule())
        try container.validate()
    }

    @Test(arguments: Part.allCases)
    func aPartThatIsLeftOutIsTheOnlyProblem(part: Part) throws {
        container.install(CoffeeModule(without: [part]))
        #expect(container.registrations.count == 3)
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.count == 1)
    }

    @Test func everyPartThatIsLeftOutIsAProblem() throws {
        container.install(CoffeeModule(without: Set(Part.allCases)))
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.count == 3)
    }
}
