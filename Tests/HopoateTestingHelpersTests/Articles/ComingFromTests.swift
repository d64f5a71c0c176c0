import Hopoate
import HopoateTestingHelpers
import Testing

/// What the pages 'Coming from …' write for Swift Testing. `Scripts/accepted/ComingFrom.swift` has the rest.
@Suite struct ComingFromTests {
    fileprivate protocol Heater: Sendable {}
    private struct MockHeater: Heater {}
    fileprivate struct Filter { let size: Int }

    @Test(.dependencies { $0[\.heater] = MockHeater() }, .dependencies { $0.register(\.filter) { Filter(size: 8) } })
    func `traits register services`() {
        #expect(resolve(\.heater) is MockHeater)
        #expect(resolve(\.filter).size == 8)
    }
}

extension DependencyKeys {
    fileprivate var heater: DependencyKey<any ComingFromTests.Heater> { .required() }
    fileprivate var filter: DependencyKey<ComingFromTests.Filter> { .init { ComingFromTests.Filter(size: 4) } }
}
