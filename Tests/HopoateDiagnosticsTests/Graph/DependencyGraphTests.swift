import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct DependencyGraphTests {
    @Test func `a graph stays the same when it is encoded and decoded`() throws {
        var builder = GraphFixture()
        builder.add("A", .service, .scoped(DependencyScope()))
        builder.add("B", named: "b", module: "Core")
        builder.connect(0, 1)
        builder.need(1, missing: "C")
        let data = try builder.data
        let graph = try JSONDecoder().decode(DependencyGraph.self, from: data)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(graph), as: UTF8.self) == String(decoding: data, as: UTF8.self))
        let everything = GraphFixture.everything
        #expect(try JSONDecoder().decode(DependencyGraph.self, from: JSONEncoder().encode(everything)) == everything)
    }
}
