import Hopoate

extension ProgramRun {
    func install(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let plan = choosePlan(&step)
        record("container \(number): install \(plan)")
        let module = plan.module(Callback(in: container)) { [unowned self] content, container in
            let lifetime = content.lifetime.lifetime(scopes)
            let token = workshop.register(lifetime, content.recipe, for: content.key, in: container)
            if let entry = model.tokens[content.recipe.number] { tokens.append((token, entry, number)) }
        }
        let modelToken = model.install(plan, in: number)
        let token = container.install(module)
        if !step.once(in: 3) { moduleTokens.append((token, modelToken, number)) }
    }

    /// A module. Half of them list a submodule, which may list the first one.
    private func choosePlan(_ step: inout Step, depth: Int = 0) -> ModulePlan {
        let tag = step.choose(among: ModulePlan.tags)
        let contents = (0..<(depth == 0 ? 2 : 1)).map { _ in
            let key = step.choose(
                focus.filter([TestedKey.part, .tool, .cachedDefault, .partContributions, .partTaking])
            )
            let lifetime = step.choose(focus.filter([TestedLifetime.eager, .cached, .transient, .perContainer]))
            var recipe = nextRecipe()
            recipe.need = step.once(in: 3) ? Request(key: step.choose([.sparePart, .transientDefault])) : nil
            recipe.cleansUp = lifetime.keeps
            return ModulePlan.Content(key: key, lifetime: lifetime, recipe: recipe)
        }
        var plan = ModulePlan(tag: tag, contents: contents)
        if depth < 2, step.once(in: 2) {
            let submodule = choosePlan(&step, depth: depth + 1)
            plan.submodules = step.once(in: 4) ? [submodule, submodule] : [submodule]
        }
        return plan
    }

    func removeModule(_ step: inout Step) {
        guard !moduleTokens.isEmpty else { return }
        let (token, modelToken, home) = step.choose(Array(moduleTokens.suffix(6)))
        let (number, container) = chooseContainer(&step, for: home)
        record("container \(number): remove the module \(modelToken) of container \(home)")
        model.remove(module: modelToken, from: number)
        container.remove(token)
    }
}

extension ModulePlan {
    fileprivate typealias Register = (Content, DependencyContainer) -> Void

    /// A module of the type that the tag stands for.
    fileprivate func module(_ callback: Callback, _ register: @escaping Register) -> any DependencyModule {
        switch tag {
        case 0: Module<Tag0>(plan: self, callback: callback, registerContent: register)
        case 1: Module<Tag1>(plan: self, callback: callback, registerContent: register)
        default: Module<Tag2>(plan: self, callback: callback, registerContent: register)
        }
    }

    private enum Tag0 {}
    private enum Tag1 {}
    private enum Tag2 {}

    private struct Module<Tag>: DependencyModule {
        let plan: ModulePlan
        let callback: Callback
        let registerContent: Register

        var submodules: [any DependencyModule] { plan.submodules.map { $0.module(callback, registerContent) } }

        func register(in container: DependencyContainer) {
            callback.call()
            for content in plan.contents { registerContent(content, container) }
        }
    }
}
