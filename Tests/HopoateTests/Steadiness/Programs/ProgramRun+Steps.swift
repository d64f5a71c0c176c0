import Hopoate

extension ProgramRun {
    /// Does a step in the library and in the model, and compares what comes of it.
    func perform(_ step: Step) throws(Mismatch) {
        var step = step
        switch step.operation {
        case .registerInstance, .registerMock, .registerCreator, .overwrite, .decorate: register(&step)
        case .endMock: endMock(&step)
        case .contribute, .registerTaking, .registerAsynchronous, .registerAutomatically: registerMore(&step)
        case .install: install(&step)
        case .remove, .resetRegistration: remove(&step)
        case .removeModule: removeModule(&step)
        case .resolve, .resolveAll, .resolveWith: try resolve(&step)
        case .asyncResolve: try asyncResolve(&step)
        case .canResolve: try canResolve(&step)
        case .makeProperty: makeProperty(&step)
        case .makeLazy: makeLazy(&step)
        case .makeProvider: makeProvider(&step)
        case .readProperty: try readProperty(&step)
        case .dropProperty: dropProperty(&step)
        case .letGo: letGo(&step)
        case .resetScope: resetScope(&step)
        case .advanceClock: advanceClock(&step)
        case .togglePaper: togglePaper()
        case .makeContainer, .makeChild, .fork, .releaseContainer, .resetContainer: changeContainers(&step)
        case .withChild: try withChild(&step)
        case .observe: observe(&step)
        }
    }

    // MARK: - Choices

    typealias Place = (number: Int, container: DependencyContainer)

    func chooseContainer(_ step: inout Step) -> Place {
        let (number, container) = step.choose(containers.sorted { $0.key < $1.key })
        return (number, container)
    }

    func chooseKey(_ step: inout Step) -> TestedKey { step.choose(focus.filter(TestedKey.plain)) }

    func chooseLifetime(_ step: inout Step) -> TestedLifetime {
        step.choose(focus.filter(TestedLifetime.all))
    }

    /// What a creator for a key and a lifetime does.
    func chooseRecipe(_ step: inout Step, for key: TestedKey, _ lifetime: TestedLifetime) -> Recipe {
        var need = step.once(in: 3) ? step.choose(focus.filter(Request.all)) : nil
        // It takes fifty runs until that is found to be a cycle.
        if key.takesArgument, need?.key == key { need = nil }
        let takesPaper = step.once(in: 4)
        var recipe = nextRecipe(need: need, takesPaper: takesPaper, cleansUp: lifetime.keeps && step.once(in: 2))
        recipe.act = chooseAct(&step, of: recipe, mayBeItself: lifetime != .eager && !key.isOfContributions)
        return recipe
    }

    // MARK: - Registering

    private func register(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = step.operation == .decorate ? step.choose(focus.filter(TestedKey.decorated)) : chooseKey(&step)
        switch step.operation {
        case .registerInstance: registerInstance(&step, key, number, container)
        case .registerMock: registerMock(key, number, container)
        case .overwrite: overwrite(&step, key, number, container)
        case .decorate: decorate(&step, key, number, container)
        default: registerCreator(&step, key, number, container)
        }
    }

    private func registerInstance(
        _ step: inout Step,
        _ key: TestedKey,
        _ number: Int,
        _ container: DependencyContainer
    ) {
        guard let door = key.plainDoor else { return }
        let recipe = nextRecipe(cleansUp: step.once(in: 2))
        note("container \(number): register an instance, \(recipe.description), for \(key)")
        let (part, modelPart) = makePart(recipe)
        let (line, onRemove) = (UInt(recipe.number), workshop.cleanUp(recipe))
        let token = door.register(part, in: container, line: line, onRemove: onRemove)
        tokens.append((token, model.register(modelPart, recipe, for: key, in: number), number))
    }

    #if FUZZING
    private func registerMock(_ key: TestedKey, _ number: Int, _ container: DependencyContainer) {}
    private func endMock(_ step: inout Step) {}
    #else
    private func registerMock(_ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        guard let door = key.plainDoor else { return }
        let recipe = nextRecipe()
        note("container \(number): register a mock, \(recipe.description), for \(key)")
        let (part, modelPart) = makePart(recipe)
        let (token, mock) = door.registerMock(part, in: container, line: UInt(recipe.number))
        let entry = model.register(modelPart, recipe, for: key, in: number)
        tokens.append((token, entry, number))
        mocks.append((token, mock, modelPart.label, entry, number))
    }

    private func endMock(_ step: inout Step) {
        if mocks.isEmpty { return }
        let (token, mock, label, entry, number) = mocks.remove(at: step.choose(among: mocks.count))
        // A `MockContainer` would have it.
        guard let container = containers[number] else { return }
        note("container \(number): end the mock \(label)")
        container.remove(token)
        mock.end()
        model.remove(entry, from: number)
        model.endMock(label)
    }
    #endif

    private func overwrite(_ step: inout Step, _ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        guard let door = key.plainDoor else { return }
        let isSetter = key.defaultRecipe != nil
        let recipe = nextRecipe(cleansUp: step.once(in: 2) && !isSetter)
        note("container \(number): overwrite with, or set, an instance, \(recipe.description), for \(key)")
        let (part, modelPart) = makePart(recipe)
        let (line, onRemove) = (UInt(recipe.number), workshop.cleanUp(recipe))
        let token = door.overwrite(with: part, in: container, line: line, onRemove: onRemove)
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

    func registerCreator(_ step: inout Step, _ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        let lifetime = chooseLifetime(&step)
        let recipe = chooseRecipe(&step, for: key, lifetime)
        note("container \(number): register a creator, \(recipe.description), for \(key), \(lifetime)")
        // The model first, as creators of the library ask it what they have registered.
        let entry = model.register(lifetime, recipe, for: key, in: number)
        let token = ProgramRun.register(lifetime, recipe, for: key, in: container, workshop, scopes)
        tokens.append((token, entry, number))
    }

    static func register(
        _ lifetime: TestedLifetime,
        _ recipe: Recipe,
        for key: TestedKey,
        in container: DependencyContainer,
        _ workshop: SharedWorkshop,
        _ scopes: [DependencyScope]
    ) -> AnyServiceRegistration {
        key.door.register(
            lifetime.lifetime(scopes),
            in: container,
            line: UInt(recipe.number),
            onRemove: workshop.cleanUp(recipe)
        ) { argument in
            try workshop.make(recipe, with: argument)
        }
    }

    private func decorate(_ step: inout Step, _ key: TestedKey, _ number: Int, _ container: DependencyContainer) {
        let need = step.once(in: 4) ? step.choose(focus.filter(Request.all)) : nil
        var recipe = nextRecipe(need: need, takesPaper: step.once(in: 6), cleansUp: step.once(in: 2))
        recipe.act = chooseAct(&step, of: recipe, mayBeItself: true)
        note("container \(number): decorate \(key), \(recipe.description)")
        guard let token = ProgramRun.decorate(recipe, key, in: container, workshop) else { return }
        tokens.append((token, model.decorate(recipe, for: key, in: number), number))
    }

    static func decorate(
        _ recipe: Recipe,
        _ key: TestedKey,
        in container: DependencyContainer,
        _ workshop: SharedWorkshop
    ) -> AnyServiceRegistration? {
        key.door.decorate(in: container, line: UInt(recipe.number), onRemove: workshop.cleanUp(recipe)) { part in
            try workshop.make(recipe, decorating: part)
        }
    }

    /// Removes a registration, or lets go of what it keeps.
    private func remove(_ step: inout Step) {
        guard !tokens.isEmpty else { return }
        // The newest are the likeliest to be there still.
        let recent = tokens.suffix(step.once(in: 4) ? tokens.count : 12)
        let (token, entry, home) = step.choose(Array(recent))
        var (number, container) = chooseContainer(&step)
        if !step.once(in: 8), let homeContainer = containers[home] { (number, container) = (home, homeContainer) }
        if step.operation == .remove {
            note("container \(number): remove the token \(entry) of container \(home)")
            container.remove(token)
            model.remove(entry, from: number)
        } else {
            note("container \(number): reset the token \(entry) of container \(home)")
            container.reset(token)
            model.reset(entry: entry, of: number)
        }
    }
}
