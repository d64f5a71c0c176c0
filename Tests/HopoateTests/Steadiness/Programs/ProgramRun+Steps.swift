import Hopoate

extension ProgramRun {
    /// Does a step in the library and in the model, and compares what comes of it.
    func perform(_ step: Step) throws(Mismatch) {
        var step = step
        switch step.operation {
        case .registerInstance, .registerCreator, .overwrite, .decorate: register(&step)
        case .remove: remove(&step)
        case .resolve: try resolve(&step)
        case .canResolve: try canResolve(&step)
        case .makeProperty: makeProperty(&step)
        case .readProperty: try readProperty(&step)
        case .dropProperty: dropProperty(&step)
        case .letGo: letGo(&step)
        case .resetScope: resetScope(&step)
        case .advanceClock: advanceClock(&step)
        case .togglePaper: togglePaper()
        case .makeContainer, .makeChild, .fork, .releaseContainer, .resetContainer: changeContainers(&step)
        case .observe: observe(&step)
        }
    }

    // MARK: - Choices

    typealias Place = (number: Int, container: DependencyContainer)

    func chooseContainer(_ step: inout Step) -> Place {
        let (number, container) = step.choose(containers.sorted { $0.key < $1.key })
        return (number, container)
    }

    func chooseKey(_ step: inout Step) -> TestedKey { step.choose(TestedKey.allCases) }

    private func chooseLifetime(_ step: inout Step) -> TestedLifetime {
        step.choose([
            .eager, .cached, .transient, .weak, .graph, .scoped(0), .scoped(1), .expiring(afterSeconds: 2),
            .expiring(afterSeconds: 0),
        ])
    }

    // MARK: - Registering

    private func register(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        switch step.operation {
        case .registerInstance: registerInstance(key, number, container)
        case .overwrite: overwrite(key, number, container)
        case .decorate: decorate(&step, key, number, container)
        default: registerCreator(&step, key, number, container)
        }
    }

    private func registerInstance(_ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        let recipe = nextRecipe()
        note("container \(number): register an instance, \(recipe.number), for \(key)")
        let (part, modelPart) = makePart(recipe)
        let token = key.door.register(part, in: container, line: UInt(recipe.number))
        tokens.append((token, model.register(modelPart, recipe, for: key, in: number), number))
    }

    private func overwrite(_ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        let recipe = nextRecipe()
        note("container \(number): overwrite with, or set, an instance, \(recipe.number), for \(key)")
        let (part, modelPart) = makePart(recipe)
        let token = key.door.overwrite(with: part, in: container, line: UInt(recipe.number))
        let entry = model.overwrite(with: modelPart, recipe, for: key, in: number)
        if let token { tokens.append((token, entry, number)) }
    }

    /// A part for the library, and its twin for the model.
    private func makePart(_ recipe: Recipe) -> (Part, Part) {
        guard let part = try? workshop.make(recipe), let beginning = try? model.workshop.begin(recipe) else {
            fatalError("Recipes of instances always succeed.")
        }
        return (part, model.workshop.finish(beginning))
    }

    private func registerCreator(
        _ step: inout Step,
        _ key: TestedKey,
        _ number: Int,
        _ container: DependencyContainer
    ) {
        let lifetime = chooseLifetime(&step)
        let need: TestedKey? = step.once(in: 3) ? chooseKey(&step) : nil
        let recipe = nextRecipe(need: need, takesPaper: step.once(in: 4))
        let needs = need.map { ", which needs \($0)" } ?? ""
        note(
            "container \(number): register a creator, \(recipe.number), for \(key), \(lifetime)\(needs)"
                + (recipe.takesPaper ? ", which takes paper" : "")
        )
        let workshop = workshop
        let token = key.door.register(lifetime.lifetime(scopes), in: container, line: UInt(recipe.number)) {
            try workshop.make(recipe)
        }
        tokens.append((token, model.register(lifetime, recipe, for: key, in: number), number))
    }

    private func decorate(_ step: inout Step, _ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        let recipe = nextRecipe(takesPaper: step.once(in: 6))
        note("container \(number): decorate \(key), \(recipe.number)\(recipe.takesPaper ? ", which takes paper" : "")")
        let workshop = workshop
        let token = key.door.decorate(in: container, line: UInt(recipe.number)) { part in
            try workshop.make(recipe, decorating: part)
        }
        tokens.append((token, model.decorate(recipe, for: key, in: number), number))
    }

    private func remove(_ step: inout Step) {
        guard !tokens.isEmpty else { return }
        // The newest are the likeliest to be there still.
        let recent = tokens.suffix(step.once(in: 4) ? tokens.count : 12)
        let (token, entry, home) = step.choose(Array(recent))
        var (number, container) = chooseContainer(&step)
        if !step.once(in: 8), let homeContainer = containers[home] { (number, container) = (home, homeContainer) }
        note("container \(number): remove the token \(entry) of container \(home)")
        container.remove(token)
        model.remove(entry, from: number)
    }
}
