@testable import Coffee

/// The calls of one test's mocks, in order.
final class Record {
    var calls: [String] = []
}

final class MockHeater: Heater {
    let isHot: Bool

    private let record: Record

    init(_ record: Record = Record(), isHot: Bool = true) {
        self.record = record
        self.isHot = isHot
    }

    func turnOn() { record.calls.append("on") }
    func turnOff() { record.calls.append("off") }
}

final class MockPump: Pump {
    private let record: Record

    init(_ record: Record = Record()) {
        self.record = record
    }

    func pump() { record.calls.append("pump") }
}
