// The app that the article 'Getting started' builds, step by step.

import Hopoate
import HopoateTestingHelpers
import Testing

protocol Forecasting: Sendable {
    func chanceOfRain() -> Double
}

struct Almanac: Forecasting {
    func chanceOfRain() -> Double { 0.7 }
}

/// The app before it has a threshold.
enum FirstSteps {
    struct Advisor {
        @Dependency private var forecast: any Forecasting

        func advice() -> String {
            forecast.chanceOfRain() < 0.5
                ? "Leave the umbrella at home."
                : "Take an umbrella."
        }
    }

    struct Umbrella {
        static func main() {
            registerServices(in: .shared)
            print(Advisor().advice())
        }

        static func registerServices(in container: DependencyContainer) {
            container.register(Almanac(), for: (any Forecasting).self)
        }
    }

    @Suite(.isolatedDependencies)
    struct AdvisorTests {
        private let forecast = MockContainer(
            MockForecast(chance: 0.3),
            for: (any Forecasting).self
        )

        @Test func littleRainNeedsNoUmbrella() {
            #expect(Advisor().advice() == "Leave the umbrella at home.")
            #expect(forecast.wasResolved)
        }
    }
}

extension DependencyKeys {
    var threshold: DependencyKey<Double> { .init { 0.5 } }
}

struct Advisor {
    @Dependency private var forecast: any Forecasting
    @Dependency(\.threshold) private var threshold

    func advice() -> String {
        forecast.chanceOfRain() < threshold
            ? "Leave the umbrella at home."
            : "Take an umbrella."
    }
}

struct MockForecast: Forecasting {
    let chance: Double
    func chanceOfRain() -> Double { chance }
}

@Suite(.isolatedDependencies)
struct AdvisorTests {
    private let forecast = MockContainer(
        MockForecast(chance: 0.3),
        for: (any Forecasting).self
    )

    @Test func aCautiousUserTakesItSooner() {
        let advisor = Advisor()
        #expect(advisor.advice() == "Leave the umbrella at home.")
        DependencyContainer.shared[\.threshold] = 0.2
        #expect(advisor.advice() == "Take an umbrella.")
    }
}

@Suite(.isolatedDependencies)
struct GettingStartedTests {
    @Test func `the first steps register and resolve`() {
        FirstSteps.Umbrella.main()
        #expect(DependencyContainer.shared.registrations.count == 1)
        #expect(FirstSteps.Advisor().advice() == "Take an umbrella.")
    }

    @Test func `without a registration the app ends with the article's message`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(FirstSteps.Advisor().advice())
        }
        let text = try trapMessage(result)
        for line in [
            "Fatal error: Nothing is registered for HopoateTestingHelpersTests.Forecasting.",
            "    path: Forecasting",
            "    1. Register the service before it is resolved, for example when the app launches:",
            "       container.register(…, for: (any Forecasting).self)",
        ] { #expect(text.contains(line)) }
        // An exit test's process has another note.
        let error = #expect(throws: DependencyError.self) { try resolving((any Forecasting).self) }
        let note = "    note: the container is empty: has the code that registers services run?"
        #expect(error?.description.contains(note) == true)
    }
}
