import Hopoate

extension Inventory {
    /// One problem for each line at which creators use a container that they have captured.
    func problems(of trial: Trial, in graph: DependencyGraph) -> [DependencyProblem] {
        // Without a child, the process-wide container is the one that creates.
        let isProcessWide = trial.originals[0] === DependencyContainer.processWide
        let found = trial.uses.filter { $0.isChange || !isProcessWide }
        let captured = Dictionary(grouping: found) { "\($0.place)" }.sorted { $0.key < $1.key }
        return problemsOfCovered(in: graph)
            + captured.compactMap { _, uses in
                let users = Set(uses.compactMap { $0.from.flatMap { ids[$0] } }).sorted().map { graph.nodes[$0] }
                guard let first = users.first else { return nil }
                // The removal of a registration has no line.
                let place = uses[0].place
                let (fileID, line) =
                    place.line > 0 ? (place.fileID.description, place.line) : (first.fileID, first.line)
                var problem = DependencyProblem(.capturedContainer(fileID: fileID, line: line), users)
                problem.headline = "The creator of \(first.serviceDescription) uses a container that it has captured."
                problem.evidence = users.limited { "registration: \($0)" } + ["used at: \(fileID):\(line)"]
                problem.evidence.append("note: resolutions there bypass children and isolated tests.")
                problem.evidence.append("note: a container that is captured strongly is never released.")
                problem.cures = """
                    Resolve the service in the container that creates it: call `resolve(_:)`, or in an extension of the \
                    container `DependencyContainer.shared.resolving(_:)`.
                    Move the code from the extension of the container to a module or to a free function, and call `resolve(_:)` there.
                    Register and remove services where the app registers the others. Here, a check changes only its fork.
                    """
                return problem
            }
    }
}
