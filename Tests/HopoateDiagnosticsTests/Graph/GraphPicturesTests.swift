import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct GraphPicturesTests {
    @Test func `a tree begins with the services that nothing depends on`() {
        #expect(
            GraphFixture.everything.description == """
                Log (cached, App/Main.swift:3, covered)
                └── Clock (default, cached, App/Main.swift:1, dependencies unknown)
                Screen taking Int (transient, App/Main.swift:8)
                ├── Store<Array<Int>> "say "hi"" (transient, App/Main.swift:2)
                │   └── lazy: Clock (default, cached, App/Main.swift:1, dependencies unknown)
                └── Theme "dark" (not registered)
                Feed (cached, App/Main.swift:9)
                ├── Store<Array<Int>> "say "hi"" (see above)
                ├── optional: Log (decorator, App/Main.swift:5)
                │   ├── decorates: Log (cached, App/Main.swift:4)
                │   └── seen: Clock (default, cached, App/Main.swift:1, dependencies unknown)
                ├── Plugin (contribution, transient, App/Main.swift:6)
                ├── Plugin (contribution, transient, App/Main.swift:7)
                └── optional: Tracker (not registered)
                """
        )
        #expect(GraphFixture().graph.description == "")
    }

    @Test func `a branch that gets too deep continues below`() {
        var builder = GraphFixture()
        for index in 0..<30 { builder.add("S\(index)") }
        for index in 1..<30 { builder.connect(index - 1, index) }
        let lines = builder.graph.description.split(separator: "\n").map { $0.drop { " └─".contains($0) } }
        #expect(lines.count == 31)
        #expect(lines[24] == "S24 (cached, App/Main.swift:25, continued below)")
        #expect(lines[25] == "S24 (cached, App/Main.swift:25)")
    }

    @Test func `services with the same short name keep their modules`() {
        var builder = GraphFixture()
        builder.add("Cats.Store")
        builder.add("Dogs.Store")
        builder.add("Dogs.Log")
        builder.add("Dogs.Log.Type")
        let lines = builder.graph.description.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(lines == ["App.Cats.Store", "App.Dogs.Store", "Log", "Log.Type"])
    }

    @Test func `Mermaid gets shapes, arrows and escaped names`() {
        let lines = GraphFixture.everything.mermaid.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { !$0.hasPrefix("    classDef") } == [
                "graph TD",
                #"    n0("Clock<br/><small>default, cached</small>"):::defaultNode"#,
                "    n1[\"Store#lt;Array#lt;Int#gt;#gt; #quot;say #quot;hi#quot;#quot;"
                    + "<br/><small>transient</small>\"]:::serviceNode",
                #"    n2["Log<br/><small>cached</small>"]:::coveredNode"#,
                #"    n3["Log<br/><small>cached</small>"]:::serviceNode"#,
                #"    n4{{"Log<br/><small>decorator</small>"}}:::decoratorNode"#,
                #"    n5(["Plugin<br/><small>contribution, transient</small>"]):::contributionNode"#,
                #"    n6(["Plugin<br/><small>contribution, transient</small>"]):::contributionNode"#,
                #"    n7[/"Screen taking Int<br/><small>transient</small>"/]:::takesArgumentNode"#,
                #"    n8["Feed<br/><small>cached</small>"]:::serviceNode"#,
                #"    m6["Theme #quot;dark#quot;<br/><small>not registered</small>"]:::missingNode"#,
                #"    m7["Tracker<br/><small>not registered</small>"]:::absentNode"#,
                "    n1 -.->|lazy| n0",
                "    n2 --> n0",
                "    n4 ==>|decorates| n3",
                "    n4 -->|seen| n0",
                "    n7 --> n1",
                "    n7 --> m6",
                "    n8 --> n1",
                "    n8 -.->|optional| n4",
                "    n8 --> n5",
                "    n8 --> n6",
                "    n8 -.->|optional| m7",
            ]
        )
        #expect(lines.count == 23 + 8)
        #expect(GraphFixture().graph.mermaid == "graph TD")
    }

    @Test func `names that would end a label are escaped`() {
        var builder = GraphFixture()
        builder.add("A", named: "`a` #1 \\ *b*\n&")
        let graph = builder.graph
        let mermaid = ##"n0["A #quot;#96;a#96; #35;1 #92; #42;b#42; #amp;#quot;<br/>"##
        #expect(graph.mermaid.split(separator: "\n")[1].hasPrefix("    " + mermaid))
        #expect(graph.dot.split(separator: "\n")[4].hasPrefix(##"    n0 [label="A \"`a` #1 \\ *b*\n&\"\ncached""##))
    }

    @Test func `Graphviz gets quoted labels and tooltips`() {
        var builder = GraphFixture()
        let (a, b) = (builder.add("A"), builder.add("B", named: "b", .contribution))
        builder.connect(a, b, .lazy, .seen)
        builder.need(a, missing: "C")
        #expect(
            builder.graph.dot == #"""
                digraph dependencies {
                    graph [rankdir=TB, bgcolor=transparent]
                    node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11]
                    edge [fontname="Helvetica", fontsize=9, color="#667080", fontcolor="#667080"]
                    n0 [label="A\ncached", tooltip="App.A, cached, registered at App/Main.swift:1", \#
                fillcolor="#e8f0fe", color="#4a72c4", fontcolor="#12203f"]
                    n1 [label="B \"b\"\ncontribution, cached", \#
                tooltip="contribution to App.B named \"b\", cached, registered at App/Main.swift:2", \#
                shape=ellipse, style=filled, fillcolor="#e6f5ea", color="#3f8f58", fontcolor="#0e2c18"]
                    m2 [label="C\nnot registered", \#
                penwidth=2, fillcolor="#fde7e7", color="#c62828", fontcolor="#8e1616"]
                    n0 -> n1 [label="lazy, seen", style=dashed]
                    n0 -> m2
                }
                """#
        )
    }
}
