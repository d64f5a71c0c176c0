import Hopoate

extension ProgramRun {
    /// Performs a step in the model and then in the library, whose creators and callbacks ask the model for their
    /// registrations, and compares the outcomes.
    func perform(_ step: Step) throws(Mismatch) {
        var step = step
        switch step.operation {
        case .registerInstance, .registerMock, .overwrite: registerInstance(&step)
        case .registerCreator: registerCreator(&step, chooseKey(&step))
        case .contribute: registerCreator(&step, .partContributions)
        case .registerTaking: registerCreator(&step, step.choose(focus.filter(TestedKey.takingArguments)))
        case .registerAsynchronous: registerAsynchronous(&step)
        case .registerAutomatically: registerAutomatically(&step)
        case .decorate: decorate(&step)
        case .remove, .resetRegistration: remove(&step)
        case .endMock: endMock(&step)
        case .install: install(&step)
        case .removeModule: removeModule(&step)
        case .resolve, .resolveAll, .resolveWith: try resolve(&step)
        case .asyncResolve: try asyncResolve(&step)
        case .canResolve: try canResolve(&step)
        case .makeProperty: makeProperty(&step)
        case .readProperty: try readProperty(&step)
        case .dropProperty: dropProperty(&step)
        case .sweep: try sweep(&step)
        case .releaseHeld: releaseHeld(&step)
        case .resetScope: resetScope(&step)
        case .togglePaper: togglePaper()
        case .makeContainer, .makeChild, .fork: addContainer(&step)
        case .releaseContainer: releaseContainer(&step)
        case .resetContainer: resetContainer(&step)
        case .withChild: try withChild(&step)
        case .observe: observe(&step)
        }
    }

    // MARK: - Choices

    typealias Home = (number: Int, container: DependencyContainer)

    func chooseContainer(_ step: inout Step) -> Home {
        let (number, container) = step.choose(containers.sorted { $0.key < $1.key })
        return (number, container)
    }

    /// Mostly the container that something belongs to.
    func chooseContainer(_ step: inout Step, for home: Int) -> Home {
        let other = chooseContainer(&step)
        guard !step.once(in: 8), let container = containers[home] else { return other }
        return (home, container)
    }

    func chooseKey(_ step: inout Step) -> TestedKey { step.choose(focus.filter(TestedKey.plain)) }

    /// The recipe of a creator for a key and a lifetime.
    private func chooseRecipe(_ step: inout Step, for key: TestedKey, _ lifetime: TestedLifetime) -> Recipe {
        var recipe = nextRecipe()
        recipe.need = step.once(in: 3) ? step.choose(focus.filter(Request.all)) : nil
        // It would take fifty runs to be found a cycle.
        if key.takesArgument, recipe.need?.key == key { recipe.need = nil }
        recipe.takesPaper = step.once(in: 4)
        recipe.cleansUp = lifetime.keeps && step.once(in: 2)
        recipe.act = chooseAct(&step, of: recipe, mayBeItself: lifetime != .eager && !key.isOfContributions)
        if lifetime != .perContainer { recipe.lastAct = chooseLastAct(&step, of: recipe, for: key) }
        return recipe
    }

    // MARK: - Registering

    private func registerInstance(_ step: inout Step) {
        let (home, key) = (chooseContainer(&step), chooseKey(&step))
        guard let door = key.plainDoor else { return }
        var recipe = nextRecipe()
        let isSet = step.operation == .overwrite && key.defaultRecipe != nil
        let isMock = step.operation == .registerMock && focus.hasMocks
        recipe.cleansUp = !isMock && !isSet && step.once(in: 2)
        recipe.lastAct = chooseLastAct(&step, of: recipe, for: key)
        record("container \(home.number): \(step.operation), \(recipe.description), for \(key)")
        let place = Place(recipe, in: home.container, workshop)
        guard let part = try? workshop.make(recipe, in: home.container),
            let modelPart = try? model.workshop.make(recipe)
        else {
            fatalError("Recipes of instances always succeed.")
        }
        switch step.operation {
        case .registerMock where isMock:
            let entry = model.register(modelPart, recipe, for: key, in: home.number)
            guard let (token, end) = door.registerMock(part, at: place) else { return }
            tokens.append((token, entry, home.number))
            mocks.append((token, end, part.label, entry, home.number))
        case .overwrite:
            let entry = model.overwrite(with: modelPart, recipe, for: key, in: home.number)
            let token = door.overwrite(with: part, at: place)
            if let token { tokens.append((token, entry, home.number)) }
        default:
            let entry = model.register(modelPart, recipe, for: key, in: home.number)
            tokens.append((door.register(part, at: place), entry, home.number))
        }
    }

    private func registerCreator(_ step: inout Step, _ key: TestedKey) {
        let (home, lifetime) = (chooseContainer(&step), step.choose(focus.filter(TestedLifetime.all)))
        let recipe = chooseRecipe(&step, for: key, lifetime)
        record("container \(home.number): register a creator, \(recipe.description), for \(key), \(lifetime)")
        let entry = model.register(lifetime, recipe, for: key, in: home.number)
        let token = workshop.register(lifetime.lifetime(scopes), recipe, for: key, in: home.container)
        tokens.append((token, entry, home.number))
    }

    private func registerAsynchronous(_ step: inout Step) {
        let (home, key) = (chooseContainer(&step), step.choose(focus.filter([TestedKey.part, .sparePart, .tool])))
        // An eager creation would run at any time.
        let lifetimes = TestedLifetime.all.filter { $0 != .eager && $0 != .graph }
        let lifetime = step.choose(focus.filter(lifetimes))
        var recipe = chooseRecipe(&step, for: key, lifetime)
        recipe.isAsynchronous = true
        recipe.act = nil
        record("container \(home.number): register asynchronously, \(recipe.description), for \(key), \(lifetime)")
        let place = Place(recipe, in: home.container, workshop)
        let entry = model.register(lifetime, recipe, for: key, in: home.number)
        let token = key.plainDoor?.registerAsynchronous(lifetime.lifetime(scopes), at: place) {
            [workshop, recipe, callback = Callback(in: home.container)] in
            callback.call()
            return try await workshop.makeAsynchronously(recipe)
        }
        if let token { tokens.append((token, entry, home.number)) }
    }

    private func registerAutomatically(_ step: inout Step) {
        // With more, no service would be missing.
        guard model.automatic.count < 6 else { return }
        let isDecorator = step.once(in: 4)
        // A decorator of nothing is of no interest here.
        let key = step.choose(focus.filter(TestedKey.allCases.filter { !isDecorator || $0.defaultRecipe != nil }))
        let lifetimes = [TestedLifetime.cached, .transient, .weak, .graph, .scoped(0), .perContainer]
        let lifetime = isDecorator ? nil : step.choose(focus.filter(lifetimes))
        let recipe = chooseRecipe(&step, for: key, lifetime ?? .transient)
        let kind = lifetime.map { "\($0)" } ?? "decorator"
        record("from now on register automatically \(recipe.description) for \(key), \(kind)")
        model.automatic.append(ReferenceModel.Automatic(key: key, recipe: recipe, lifetime: lifetime))
        workshop.addAutomatic { [unowned workshop, scopes] container in
            if let lifetime {
                _ = workshop.register(lifetime.lifetime(scopes), recipe, for: key, in: container)
            } else {
                _ = workshop.decorate(recipe, key, in: container)
            }
        }
    }

    private func decorate(_ step: inout Step) {
        let (home, key) = (chooseContainer(&step), step.choose(focus.filter(TestedKey.decorated)))
        var recipe = nextRecipe()
        recipe.need = step.once(in: 4) ? step.choose(focus.filter(Request.all)) : nil
        recipe.takesPaper = step.once(in: 6)
        recipe.cleansUp = step.once(in: 2) && model.keepsWhatIsDecorated(key, home.number)
        recipe.act = chooseAct(&step, of: recipe, mayBeItself: true)
        // An observer may resolve it before `onRemove` is called, and a creator remove what is decorated.
        var trial = model
        _ = trial.decorate(recipe, for: key, in: home.number)
        recipe.cleansUp = recipe.cleansUp && trial.keepsWhatIsDecorated(key, home.number)
        record("container \(home.number): decorate \(key), \(recipe.description)")
        let entry = model.decorate(recipe, for: key, in: home.number)
        if let token = workshop.decorate(recipe, key, in: home.container) { tokens.append((token, entry, home.number)) }
    }

    // MARK: - Removing

    /// Removes or resets a registration.
    private func remove(_ step: inout Step) {
        guard !tokens.isEmpty else { return }
        // The newest ones are the most likely to exist.
        let recent = tokens.suffix(step.once(in: 4) ? tokens.count : 12)
        let (token, entry, home) = step.choose(Array(recent))
        let (number, container) = chooseContainer(&step, for: home)
        record("container \(number): \(step.operation) the token \(entry) of container \(home)")
        if step.operation == .remove {
            model.remove(entry, from: number)
            container.remove(token)
        } else {
            model.reset(entry: entry, of: number)
            container.reset(token)
        }
    }

    private func endMock(_ step: inout Step) {
        if mocks.isEmpty { return }
        let mock = mocks.remove(at: step.choose(among: mocks.count))
        // A `MockContainer` would retain the container.
        guard let container = containers[mock.container] else { return }
        record("container \(mock.container): end the mock \(mock.label)")
        model.remove(mock.entry, from: mock.container)
        model.endMock(mock.label)
        container.remove(mock.token)
        mock.end()
    }
}
