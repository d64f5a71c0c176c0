import Foundation
import Testing

@testable import Hopoate

@Suite struct DependencyGraphTests {
    @Test func edgesComeInTheOrderOfTheirNodesAndOnce() {
        var builder = GraphBuilder()
        let nodes = ["A", "B", "C"].map { builder.add($0) }
        builder.connect(nodes[1], nodes[2])
        builder.connect(nodes[0], nodes[2])
        builder.connect(nodes[0], nodes[1])
        builder.connect(nodes[0], nodes[2], .required, .seen)
        builder.connect(nodes[0], nodes[2], .lazy)
        let edges = builder.graph.edges.map { "\($0.from) \($0.to ?? -1) \($0.kind) \($0.origin)" }
        #expect(edges == ["0 2 required wired", "0 1 required wired", "0 2 lazy wired", "1 2 required wired"])
    }

    @Test func aGraphSurvivesBeingWrittenAndRead() throws {
        var builder = GraphBuilder()
        builder.add("A", .service, .scoped(number: 3))
        builder.add("B", .service, .expiring(seconds: 1.5))
        for graph in [GraphBuilder.everything, builder.graph, GraphBuilder().graph] {
            let data = try JSONEncoder().encode(graph)
            #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
        }
    }

    @Test func aGraphWithAnEdgeThatLeadsNowhereIsNotRead() throws {
        var builder = GraphBuilder()
        builder.connect(builder.add("A"), builder.add("B"))
        let text = try #require(String(data: JSONEncoder().encode(builder.graph), encoding: .utf8))
        let broken = text.replacingOccurrences(of: #""to":1"#, with: #""to":2"#)
        #expect(broken != text)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DependencyGraph.self, from: Data(broken.utf8))
        }
    }

    @Test func aGraphIsNotMadeOfAnEdgeThatLeadsNowhere() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let edge = DependencyGraph.Edge(from: 0, to: nil, service: "App.A", origin: .wired, key: 0)
            _ = DependencyGraph(nodes: [], edges: [edge])
        }
        #expect(try trapMessage(result).contains("Fatal error: Nodes are numbered, and edges lead to nodes."))
    }

    @Test func nodesDescribeThemselvesAsTheInventoryDoes() {
        let descriptions = GraphBuilder.everything.nodes.map(\.description)
        #expect(
            descriptions == [
                "App.Clock, cached, default at App/Main.swift:1",
                #"App.Store<Swift.Array<Swift.Int>> named "say "hi"", transient, registered by App.Core at App/Main.swift:2"#,
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

    @Test func longevitiesFollowFromLifetimes() {
        let scope = DependencyScope()
        let lifetimes: [Lifetime] = [
            .eager, .cached, .transient, .weak, .graph, .decorator, .expiring(afterSeconds: 2), .scoped(scope),
        ]
        let expected: [Longevity] = [
            .kept, .kept, .passing, .passing, .passing, .passing, .expiring(seconds: 2), .scoped(number: 7),
        ]
        #expect(lifetimes.map { Longevity($0) { $0 === scope ? 7 : 0 } } == expected)
    }

    @Test(arguments: [
        ("App.Store", "Store"), ("App.Outer.Store", "Store"), ("Swift.Array<App.Store>", "Array<Store>"),
        ("App.Screen taking Swift.Int", "Screen taking Int"), ("(App.A, App.B) -> ()", "(A, B) -> ()"), ("", ""),
    ])
    func shortNamesLeaveModulesOut(service: String, short: String) {
        #expect(ShortName.of(service) == short)
    }
}
