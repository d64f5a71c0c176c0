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

    @Test func `nodes are described as in the inventory`() {
        let descriptions = GraphFixture.everything.nodes.map(\.description)
        #expect(
            descriptions == [
                "App.Clock, cached, default at App/Main.swift:1",
                #"App.Store<Swift.Array<Swift.Int>> named "say \"hi\"", transient, registered by App.Core at App/Main.swift:2"#,
                "App.Log, cached, registered at App/Main.swift:3",
                "App.Log, cached, registered at App/Main.swift:4",
                "App.Log, decorator, registered at App/Main.swift:5",
                "contribution to App.Plugin, transient, registered at App/Main.swift:6",
                "contribution to App.Plugin, transient, registered at App/Main.swift:7",
                "App.Screen taking Swift.Int, transient, registered at App/Main.swift:8",
                "App.Feed, cached, registered at App/Main.swift:9",
            ]
        )
    }
}
