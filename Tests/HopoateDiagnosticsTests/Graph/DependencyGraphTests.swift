import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct DependencyGraphTests {
    @Test func `edges come once, in the order of their nodes`() async {
        let container = DependencyContainer()
        container.autoregister(Int.self) { (_: Float, _: Double, _: Float, _: Lazy<Float>) in 1 }
        container.autoregister(Double.self) { (_: Float) in 1 }
        container.register(Float.self) { 1 }
        let edges = await container.graph(runningCreators: true).edges
        let texts = edges.map { "\($0.from) \($0.to ?? -1) \($0.kind) \($0.origin)" }
        #expect(texts == ["0 2 required wired", "0 1 required wired", "0 2 lazy wired", "1 2 required wired"])
    }

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
