// Examples of doc comments: graphs and their problems.

import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

func printing(_ container: DependencyContainer) async {
    print(container.graph())  // a tree
    print(await container.graph(runningCreators: true).mermaid)
}

func printingMarkdown(_ container: DependencyContainer) {
    print("```mermaid\n\(container.graph().mermaid)\n```")
}

func writing(_ container: DependencyContainer) throws {
    let dot = container.graph().dot
    try dot.write(toFile: "graph.dot", atomically: true, encoding: .utf8)
}

func encoding(_ container: DependencyContainer, to file: URL) throws {
    let graph = container.graph()
    print(graph)  // a tree
    print(graph.mermaid)  // for a README
    print("\(graph.nodes.count) registrations, \(graph.edges.count) needs")
    try JSONEncoder().encode(graph).write(to: file)
}

func listingProblems(of container: DependencyContainer) throws {
    do {
        try container.validate()
    } catch let error as DependencyValidationError {
        print(error.problems.map(\.service))
    }
}

func listingNotes(of container: DependencyContainer) async throws {
    do {
        try await container.validate(runningCreators: true)
    } catch let error as DependencyValidationError {
        print(error.notes)
    }
}

func accepting(in request: DependencyContainer) async {
    await request.checkWiring { problem in
        problem.kind == .captive && problem.path == ["Reporter", "RequestLog"]
    }

    await DependencyContainer.shared.checkWiring(modules: ["NewsstandApp"]) { problem in
        // The reader does not use the archive when it ends.
        problem.kind == .cleanedUpTooEarly && problem.path == ["Reader", "Archive"]
    }
}

func explainingProblems(of container: DependencyContainer) throws {
    do {
        try container.validate()
    } catch let error as DependencyValidationError {
        for problem in error.problems {
            switch problem.kind {
            case .missing:
                print(problem.service, problem.name ?? "", problem.properties)
            case .cycle, .captive, .cleanedUpTooEarly, .creatorFailed:
                print(problem.path.joined(separator: " → "))
            case .nothingToDecorate, .unreadableProperties:
                print(problem, problem.nodes)
            }
        }
    }
}
