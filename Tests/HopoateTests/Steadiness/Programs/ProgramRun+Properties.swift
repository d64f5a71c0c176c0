import Hopoate

extension ProgramRun {
    func makeProperty(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let (key, kind) = (chooseKey(&step), step.choose(PropertyKind.allCases))
        guard let read = key.plainDoor?.property(kind, in: container) else { return }
        let property = model.makeProperty(key, in: number, kind)
        record("container \(number): \(kind) property \(property) of \(key)")
        properties[property] = read
    }

    func dropProperty(_ step: inout Step) {
        guard let property = chooseProperty(&step) else { return }
        record("drop property \(property)")
        drop(property)
    }

    func drop(_ property: Int) {
        model.dropProperty(property)
        properties[property] = nil
    }

    /// Reads a property before and after its registrations in a parent are removed, and their empty stack is swept away.
    ///
    /// A removed registration has made the stack of the property's container newer than that one.
    func sweep(_ step: inout Step) throws(Mismatch) {
        let inherited = properties.keys.sorted().filter { home(of: $0) != nil }
        guard !inherited.isEmpty else { return }
        let property = step.choose(inherited)
        guard let asked = request(of: property), let home = home(of: property) else { return }
        registerAndRemove(asked.key, in: asked.container)
        try read(property, &step)
        record("container \(home.number): remove everything for \(asked.key), and sweep")
        let container = home.container
        for (token, entry, number) in tokens.reversed() where number == home.number {
            guard model.entry(entry)?.key == asked.key else { continue }
            model.remove(entry, from: number)
            container.remove(token)
        }
        // New stacks sweep empty ones away.
        for name in 0..<64 {
            container.remove(container.register(.instance, for: Callback.Service.self, named: "stack \(name)"))
        }
        try read(property, &step)
    }

    /// The key and the container of a property, without the part that it keeps.
    private func request(of property: Int) -> (key: TestedKey, container: Int)? {
        model.properties[property].map { ($0.key, $0.container) }
    }

    /// The parent that a property's service comes from, if the program holds it.
    private func home(of property: Int) -> Home? {
        guard let asked = request(of: property), let home = model.base(asked.key, asked.container)?.container,
            home != asked.container, let container = containers[home]
        else { return nil }
        return (home, container)
    }

    private func registerAndRemove(_ key: TestedKey, in number: Int) {
        let recipe = nextRecipe()
        guard let container = containers[number], let door = key.plainDoor,
            let part = try? workshop.make(recipe), let modelPart = try? model.workshop.make(recipe)
        else { return }
        record("container \(number): register \(recipe.description) for \(key), and remove it")
        let entry = model.register(modelPart, recipe, for: key, in: number)
        let token = door.register(part, at: Place(recipe, in: container, workshop))
        model.remove(entry, from: number)
        container.remove(token)
    }

    /// A property traps if its service is missing, so the run drops it if it might.
    func readProperty(_ step: inout Step) throws(Mismatch) {
        if let property = chooseProperty(&step) { try read(property, &step) }
    }

    private func read(_ property: Int, _ step: inout Step) throws(Mismatch) {
        guard let (key, number) = request(of: property) else { return }
        guard canRead(property, doubtingWeakInstances: true), canRead(property, doubtingWeakInstances: false) else {
            record("drop property \(property), as \(key) may be missing")
            return drop(property)
        }
        if let container = containers[number] { try compareWhetherResolvable(key, number, container) }
        record("read property \(property), of \(key) in container \(number)")
        let outcome = Outcome { () throws(Refusal) in [try model.read(property)] }
        let part = properties[property]?()
        try compare(
            Request(key: key),
            outcome.orMissing,
            part.map { .parts([$0]) } ?? .refusal(.missing),
            step.once(in: 4)
        )
    }

    private func canRead(_ property: Int, doubtingWeakInstances doubts: Bool) -> Bool {
        var trial = model
        trial.doubtsWeakInstances = doubts
        do throws(Refusal) { _ = try trial.read(property) } catch {
            let isMissing = error == .missing || error == .nothingToDecorate
            return isMissing && model.properties[property]?.kind == .optional
        }
        return true
    }

    private func chooseProperty(_ step: inout Step) -> Int? {
        properties.isEmpty ? nil : step.choose(properties.keys.sorted())
    }
}
