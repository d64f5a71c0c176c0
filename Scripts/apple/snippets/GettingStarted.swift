// The registrations of the app in the article 'Getting started'. It is type-checked for iOS, as tests cannot have an `@main`.

import Hopoate

protocol Forecasting: Sendable {
    func chanceOfRain() -> Double
}

struct Almanac: Forecasting {
    func chanceOfRain() -> Double { 0.7 }
}

struct Advisor {
    @Dependency private var forecast: any Forecasting

    func advice() -> String {
        forecast.chanceOfRain() < 0.5
            ? "Leave the umbrella at home."
            : "Take an umbrella."
    }
}

@main
struct Umbrella {
    static func main() {
        registerServices(in: .shared)
        print(Advisor().advice())
    }

    static func registerServices(in container: DependencyContainer) {
        container.register(Almanac(), for: (any Forecasting).self)
    }
}
