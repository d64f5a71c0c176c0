import ArgumentParser
import HopoateDiagnostics

/// How to draw a graph.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
    case mermaid, dot, text

    func text(of graph: DependencyGraph) -> String {
        switch self {
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        case .text: graph.description
        }
    }
}
