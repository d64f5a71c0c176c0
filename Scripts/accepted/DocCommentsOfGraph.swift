// Examples of doc comments: graphs and their problems.

import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

func printing(_ container: DependencyContainer) {
    print(container.graph())  // a tree
    print(container.graph(runningCreators: true).mermaid)
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

func listingCreatorsNotRun(of container: DependencyContainer) throws {
    do {
        try container.validate(runningCreators: true)
    } catch let error as DependencyValidationError {
        print(error.notes)
    }
}

func accepting(in request: DependencyContainer) {
    request.checkWiring { problem in
        problem.kind == .captive && problem.path == ["Reporter", "RequestLog"]
    }

    DependencyContainer.shared.checkWiring(modules: ["NewsstandApp"]) { problem in
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
            case .missing, .missingForProperty:
                print(problem.service, problem.name ?? "")
            case .cycle, .captive, .cleanedUpTooEarly:
                print(problem.path.joined(separator: " → "))
            case .duplicate, .nothingToDecorate, .notAwaited, .creatorFailed:
                print(problem.nodes)
            case .capturedContainer(let fileID, let line):
                print(problem.service, "at", fileID, line)
            case .unreadableProperties:
                print(problem)
            }
        }
    }
}
