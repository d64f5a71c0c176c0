import Hopoate

extension Inventory {
    /// What can be found out without running creators.
    var examination: Examination {
        let graph = graph()
        return (graph, problemsOfCovered(in: graph))
    }

    /// The contributions that a registered list covers, and the decorators that a newer registration covers. A mock covers on purpose.
    func problemsOfCovered(in graph: DependencyGraph) -> [DependencyProblem] {
        let lists = answers.keys.compactMap { key in key.contributions.flatMap { covered(by: key, $0, in: graph) } }
        return lists + entries.indices.flatMap { id in decorators(under: id).map { covered($0, by: id, in: graph) } }
    }

    private func covered(by key: ServiceKey, _ others: ServiceKey, in graph: DependencyGraph) -> DependencyProblem? {
        guard let list = answers[key]?.last, !entries[list].isMock else { return nil }
        let covered = (answers[others] ?? []).filter { entries[$0].position >= entries[list].position }
        if covered.isEmpty { return nil }
        var problem = DependencyProblem(.duplicate, ([list] + covered).map { graph.nodes[$0] })
        problem.headline = "\(key.description) is registered, so the \(others.description) is not used."
        problem.cures = """
            Contribute the services of the registered list too, and remove its registration.
            Remove the contributions.
            If the list replaces the contributions on purpose, accept the problem: `checkWiring(accepting:)`.
            """
        return problem
    }

    /// The decorators that a registration covers. One of another source module, or beside the decorator's module, does so on
    /// purpose.
    private func decorators(under id: Int) -> [Int] {
        let cover = entries[id]
        if cover.isDecorator || cover.isMock { return [] }
        let below = sequence(first: id) { self.entries[$0].originBelow.flatMap { self.ids[$0] } }.dropFirst()
        return below.prefix { entries[$0].isDecorator }.filter { decorator in
            (cover.module != nil || entries[decorator].module == nil)
                && cover.fileID.prefix { $0 != "/" } == entries[decorator].fileID.prefix { $0 != "/" }
        }
    }

    private func covered(_ decorator: Int, by cover: Int, in graph: DependencyGraph) -> DependencyProblem {
        let (decorator, cover) = (graph.nodes[decorator], graph.nodes[cover])
        var problem = DependencyProblem(.nothingToDecorate, [decorator, cover])
        problem.headline = "\(decorator.serviceDescription) has a decorator, but a newer registration covers it."
        problem.evidence = ["decorator: \(decorator)", "covered by: \(cover)"]
        problem.cures = "Add the decorator after the newer registration.\nRemove the decorator."
        return problem
    }
}
