import Hopoate

// The acts of creators besides creating a part.
extension ProgramRun {
    /// A creator sometimes registers something, or removes or resets a registration, maybe its own.
    ///
    /// It does not contribute, as earlier contributions have already answered. An eager creator has no registration at
    /// its first run.
    func chooseAct(_ step: inout Step, of recipe: Recipe, mayBeItself: Bool) -> Recipe.Act? {
        step.once(in: 5) ? chooseChange(&step, of: recipe, mayBeItself: mayBeItself) : nil
    }

    /// A clean-up sometimes does the same, or looks up a service, mostly its own one.
    ///
    /// Not if it is undefined when the library sweeps an instance.
    func chooseLastAct(_ step: inout Step, of recipe: Recipe, for key: TestedKey) -> Recipe.Act? {
        guard recipe.cleansUp, key.plainDoor != nil, step.once(in: 2) else { return nil }
        if focus.hasMocks || step.once(in: 4) { return chooseChange(&step, of: recipe, mayBeItself: true) }
        let container = chooseContainer(&step).number
        return .resolve(step.once(in: 4) ? chooseKey(&step) : key, container: container)
    }

    private func chooseChange(_ step: inout Step, of recipe: Recipe, mayBeItself: Bool) -> Recipe.Act {
        let recent = tokens.suffix(5).compactMap { model.entry($0.entry) }.filter { !$0.key.isOfContributions }
        let targets = (mayBeItself ? [recipe.number] : []) + recent.map(\.recipe.number)
        let target = targets.isEmpty ? nil : step.choose(targets)
        switch (step.choose(among: 3), target) {
        case (0, let target?): return .reset(recipe: target)
        case (1, let target?): return .remove(recipe: target)
        default:
            let (key, container) = (chooseKey(&step), chooseContainer(&step).number)
            return .register(recipe: nextRecipe().number, key, container: container)
        }
    }

    /// Performs the act of a creator or a clean-up of the library.
    func perform(_ act: Recipe.Act) {
        guard model.creatorsMayAct else { return }
        switch act {
        case .remove(let recipe): if let (token, container) = target(recipe) { container.remove(token) }
        case .reset(let recipe): if let (token, container) = target(recipe) { container.reset(token) }
        case .resolve(let key, let home):
            if let container = containers[home] { workshop.note(try? key.door.resolving(nil, in: container)) }
        case .register(let number, let key, let home):
            let recipe = Recipe(number: number)
            guard let container = containers[home], let door = key.plainDoor, !workshop.hasUsed(number),
                let part = try? workshop.make(recipe, in: container)
            else { return }
            let token = door.register(part, at: Place(recipe, in: container, workshop))
            if let entry = model.tokens[number] { tokens.append((token, entry, home)) }
        }
    }

    private func target(_ recipe: Int) -> (AnyServiceRegistration, DependencyContainer)? {
        guard let entry = model.tokens[recipe], let token = tokens.first(where: { $0.entry == entry }),
            let container = containers[token.container]
        else { return nil }
        return (token.token, container)
    }
}
