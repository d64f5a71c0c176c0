import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct DependencyGraphTests {
    @Test func `edges come once, in the order of their nodes`() {
        var builder = GraphFixture()
        let nodes = ["A", "B", "C"].map { builder.add($0) }
        builder.connect(nodes[1], nodes[2])
        builder.connect(nodes[0], nodes[2])
        builder.connect(nodes[0], nodes[1])
        builder.connect(nodes[0], nodes[2], .required, .seen)
        builder.connect(nodes[0], nodes[2], .lazy)
        let edges = builder.graph.edges.map { "\($0.from) \($0.to ?? -1) \($0.kind) \($0.origin)" }
        #expect(edges == ["0 2 required wired", "0 1 required wired", "0 2 lazy wired", "1 2 required wired"])
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

    @Test func `decoding fails if an edge leads nowhere`() throws {
        var builder = GraphFixture()
        builder.connect(builder.add("A"), builder.add("B"))
        let text = try String(decoding: builder.data, as: UTF8.self)
        let broken = text.replacingOccurrences(of: #""to":1"#, with: #""to":2"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DependencyGraph.self, from: Data(broken.utf8))
        }
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
