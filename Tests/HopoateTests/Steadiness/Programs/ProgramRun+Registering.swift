import Hopoate

// Contributions, services that take an argument, asynchronous creators, and what is registered automatically.
extension ProgramRun {
    /// More would leave nothing to be missing.
    private static let mostAutomatic = 6

    func registerMore(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        switch step.operation {
        case .contribute:
            registerCreator(&step, step.choose(focus.filter(TestedKey.contributions)), number, container)
        case .registerTaking:
            registerCreator(&step, step.choose(focus.filter(TestedKey.takingArguments)), number, container)
        case .registerAsynchronous: registerAsynchronous(&step, number, container)
        default: registerAutomatically(&step)
        }
    }

    private func registerAsynchronous(_ step: inout Step, _ number: Int, _ container: DependencyContainer) {
        let key = step.choose(focus.filter([TestedKey.part, .sparePart, .tool]))
        guard let door = key.plainDoor as? any AsynchronousDoor else { return }
        // An eager one would begin on its own, and be done whenever it likes.
        let lifetime = step.choose(
            focus.filter([
                TestedLifetime.cached, .transient, .weak, .scoped(0), .scoped(1), .expiring(afterSeconds: 2),
                .perContainer,
            ])
        )
        var recipe = chooseRecipe(&step, for: key, lifetime)
        recipe.isAsynchronous = true
        recipe.act = nil
        note("container \(number): register asynchronously, \(recipe.description), for \(key), \(lifetime)")
        let workshop = workshop
        let token = door.registerAsynchronous(
            lifetime.lifetime(scopes),
            in: container,
            line: UInt(recipe.number),
            onRemove: workshop.cleanUp(recipe)
        ) { [recipe] in
            try await workshop.makeAsynchronously(recipe)
        }
        tokens.append((token, model.register(lifetime, recipe, for: key, in: number), number))
    }

    private func registerAutomatically(_ step: inout Step) {
        guard model.automatic.count < ProgramRun.mostAutomatic else { return }
        let (key, lifetime): (TestedKey, TestedLifetime?)
        if step.once(in: 4) {
            // What decorates nothing is of no interest here.
            (key, lifetime) = (
                step.choose(focus.filter([TestedKey.cachedDefault, .transientDefault, .ownDefault])), nil
            )
        } else {
            key = step.choose(focus.filter(TestedKey.allCases))
            lifetime = step.choose(
                focus.filter([TestedLifetime.cached, .transient, .weak, .graph, .scoped(0), .perContainer])
            )
        }
        let recipe = chooseRecipe(&step, for: key, lifetime ?? .transient)
        let kind = lifetime.map { "\($0)" } ?? "decorator"
        note("from now on register automatically \(recipe.description) for \(key), \(kind)")
        model.automatic.append(ReferenceModel.Automatic(key: key, recipe: recipe, lifetime: lifetime))
        let scopes = scopes
        workshop.addAutomatic { [unowned workshop] container in
            if let lifetime {
                _ = ProgramRun.register(lifetime, recipe, for: key, in: container, workshop, scopes)
            } else {
                _ = ProgramRun.decorate(recipe, key, in: container, workshop)
            }
        }
    }
}

// Modules.
extension ProgramRun {
    func install(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let plan = choosePlan(&step)
        note("container \(number): install \(plan)")
        let log = TokenLog()
        let (workshop, scopes) = (workshop, scopes)
        let module = plan.module { content, container in
            log.tokens.append(
                ProgramRun.register(content.lifetime, content.recipe, for: content.key, in: container, workshop, scopes)
            )
        }
        let (modelToken, entries) = model.install(plan, in: number)
        let token = container.install(module)
        moduleTokens.append((token, modelToken, number))
        for (token, entry) in zip(log.tokens, entries) { tokens.append((token, entry, number)) }
    }

    private final class TokenLog { var tokens: [AnyServiceRegistration] = [] }

    /// A module, with another one that it needs in half of all cases, and sometimes one that this needs, which may be a
    /// cycle.
    private func choosePlan(_ step: inout Step) -> ModulePlan {
        var plans = [choosePlan(&step, contents: 2)]
        while plans.count < 3, step.once(in: 2) { plans.append(choosePlan(&step, contents: 1)) }
        let isNamedTwice = step.once(in: 4)
        let nested = plans.dropLast().reversed().reduce(plans[plans.count - 1]) { inner, outer in
            var outer = outer
            outer.submodules = isNamedTwice ? [inner, inner] : [inner]
            return outer
        }
        return nested
    }

    private func choosePlan(_ step: inout Step, contents count: Int) -> ModulePlan {
        let tag = step.choose(Array(ModulePlan.tags))
        let contents = (0..<count).map { _ in
            let key = step.choose(
                focus.filter([TestedKey.part, .tool, .cachedDefault, .partContributions, .partTaking])
            )
            let lifetime = step.choose(focus.filter([TestedLifetime.eager, .cached, .transient, .perContainer]))
            let need: Request? = step.once(in: 3) ? Request(key: step.choose([.sparePart, .transientDefault])) : nil
            let recipe = nextRecipe(need: need, cleansUp: lifetime.keeps)
            return ModulePlan.Content(key: key, lifetime: lifetime, recipe: recipe)
        }
        return ModulePlan(tag: tag, contents: contents)
    }

    func removeModule(_ step: inout Step) {
        guard !moduleTokens.isEmpty else { return }
        let (token, modelToken, home) = step.choose(Array(moduleTokens.suffix(6)))
        var (number, container) = chooseContainer(&step)
        if !step.once(in: 8), let homeContainer = containers[home] { (number, container) = (home, homeContainer) }
        note("container \(number): remove the module \(modelToken) of container \(home)")
        container.remove(token)
        model.remove(module: modelToken, from: number)
    }
}

extension ModulePlan {
    fileprivate typealias Register = (Content, DependencyContainer) -> Void

    /// A module of the type that the tag stands for.
    fileprivate func module(_ register: @escaping Register) -> any DependencyModule {
        switch tag {
        case 0: Module<Tag0>(plan: self, registerContent: register)
        case 1: Module<Tag1>(plan: self, registerContent: register)
        default: Module<Tag2>(plan: self, registerContent: register)
        }
    }

    private enum Tag0 {}
    private enum Tag1 {}
    private enum Tag2 {}

    private struct Module<Tag>: DependencyModule {
        /// An object, as a module may be installed again with another plan, which values would not allow.
        private final class Box: Sendable {
            let plan: ModulePlan
            init(_ plan: ModulePlan) { self.plan = plan }
        }

        private let box: Box
        private let registerContent: Register
        private var plan: ModulePlan { box.plan }

        init(plan: ModulePlan, registerContent: @escaping Register) {
            box = Box(plan)
            self.registerContent = registerContent
        }

        var submodules: [any DependencyModule] { plan.submodules.map { $0.module(registerContent) } }

        func register(in container: DependencyContainer) {
            for content in plan.contents { registerContent(content, container) }
        }
    }
}
