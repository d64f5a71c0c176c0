/// The vehicles that the booth knows.
package enum Vehicle: String, CaseIterable, Sendable {
    case motorcycle, car, lorry
}

/// The toll of each vehicle, in cents.
package struct Tariff: Sendable {
    var motorcycle = 150
    var car = 250
    var lorry = 1200

    package func cents(for vehicle: Vehicle) -> Int {
        switch vehicle {
        case .motorcycle: motorcycle
        case .car: car
        case .lorry: lorry
        }
    }
}
