// Examples of doc comments: graphs.

import Foundation
import Hopoate

func printing(_ container: DependencyContainer) {
    print(container.graph())  // a tree
    print(container.graph(byCreating: true).mermaid)
}

func printingMarkdown(_ container: DependencyContainer) {
    print("```mermaid\n\(container.graph().mermaid)\n```")
}

func writing(_ container: DependencyContainer) throws {
    try container.graph().dot.write(toFile: "graph.dot", atomically: true, encoding: .utf8)
    try container.graph().html.write(toFile: "graph.html", atomically: true, encoding: .utf8)
}

func encoding(_ container: DependencyContainer, to file: URL) throws {
    let graph = container.graph()
    print(graph)  // a tree
    print(graph.mermaid)  // for a README
    print("\(graph.nodes.count) registrations, \(graph.edges.count) needs")
    try JSONEncoder().encode(graph).write(to: file)
}
