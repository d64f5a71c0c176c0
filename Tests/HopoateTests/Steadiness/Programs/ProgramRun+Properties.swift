import Hopoate

extension ProgramRun {
    func makeProperty(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        guard let door = key.plainDoor else { return }
        let property = model.makeProperty(key, in: number)
        note("container \(number): property \(property) of \(key)")
        properties[property] = door.property(in: container, isOptional: step.once(in: 3))
    }

    func makeLazy(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = step.choose(focus.filter([TestedKey.part, .tool]))
        let property = model.makeProperty(key, in: number, .lazy)
        note("container \(number): property \(property) is lazily \(key)")
        if key == .part {
            let lazy = Lazy<Part>(container: container)
            properties[property] = { lazy.get() }
        } else {
            let lazy = Lazy<any Tool>(container: container)
            properties[property] = { lazy.get() as? Part }
        }
    }

    func makeProvider(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        guard let door = key.plainDoor else { return }
        let property = model.makeProperty(key, in: number, .provider)
        note("container \(number): property \(property) provides \(key)")
        properties[property] = door.provider(in: container)
    }

    func dropProperty(_ step: inout Step) {
        guard let property = chooseProperty(&step) else { return }
        note("drop property \(property)")
        drop(property)
    }

    private func drop(_ property: Int) {
        model.dropProperty(property)
        properties[property] = nil
    }

    /// A property traps where there is nothing to get, so one that might is dropped, and its key asked for otherwise.
    func readProperty(_ step: inout Step) throws(Mismatch) {
        guard let property = chooseProperty(&step), let asked = model.properties[property] else { return }
        let (key, number) = (asked.key, asked.container)
        guard canRead(property, doubtingWeakInstances: true), canRead(property, doubtingWeakInstances: false) else {
            note("drop property \(property), as \(key) may be missing")
            return drop(property)
        }
        if let container = containers[number] { try compareWhetherResolvable(key, number, container) }
        note("read property \(property), of \(key) in container \(number)")
        let outcome = Outcome { () throws(Refusal) in [try model.read(property)] }
        let part = properties[property]?()
        try compare(Request(key: key), outcome, part.map { .parts([$0]) } ?? .refusal(.missing), step.once(in: 4))
    }

    private func canRead(_ property: Int, doubtingWeakInstances doubts: Bool) -> Bool {
        var trial = model
        trial.doubtsWeakInstances = doubts
        return (try? trial.read(property)) != nil
    }

    private func chooseProperty(_ step: inout Step) -> Int? {
        properties.isEmpty ? nil : step.choose(properties.keys.sorted())
    }
}
