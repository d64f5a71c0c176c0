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

    private func drop(_ property: Int) {
        model.dropProperty(property)
        properties[property] = nil
    }

    /// A property traps if its service is missing, so the run drops it if it might.
    func readProperty(_ step: inout Step) throws(Mismatch) {
        guard let property = chooseProperty(&step), let asked = model.properties[property] else { return }
        let (key, number) = (asked.key, asked.container)
        guard canRead(property, doubtingWeakInstances: true), canRead(property, doubtingWeakInstances: false) else {
            record("drop property \(property), as \(key) may be missing")
            return drop(property)
        }
        if let container = containers[number] { try compareWhetherResolvable(key, number, container) }
        record("read property \(property), of \(key) in container \(number)")
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
