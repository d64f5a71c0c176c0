import Hopoate

extension ProgramRun {
    func resolve(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        note("container \(number): resolve \(key)")
        try compareWhetherResolvable(key, number, container)
        let (way, isHeld) = (step.choose(among: 3), step.once(in: 2))
        let outcome = Outcome { () throws(Refusal) in try model.resolve(key, in: number) }
        let door = key.door
        switch (outcome, way) {
        case (.part, 0): try compare(key, outcome, .part(door.resolve(in: container)), isHeld)
        case (.part, 1), (.refusal(.missing), 1):
            let part = door.optionalResolve(in: container)
            try compare(key, outcome, part.map { .part($0) } ?? .refusal(.missing), isHeld)
        default: try compare(key, outcome, .resolving(door, in: container), isHeld)
        }
    }

    func canResolve(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        note("container \(number): can it resolve \(key)?")
        try compareWhetherResolvable(key, number, container)
    }

    /// Also asked before what traps if the answer is another than the model's.
    private func compareWhetherResolvable(
        _ key: TestedKey,
        _ number: Int,
        _ container: DependencyContainer
    ) throws(Mismatch) {
        try compare(
            "whether container \(number) can resolve \(key)",
            model.canResolve(key, in: number),
            key.door.canResolve(in: container)
        )
    }

    private func compare(
        _ key: TestedKey,
        _ expected: Outcome,
        _ actual: Outcome,
        _ isHeld: Bool
    ) throws(Mismatch) {
        note("    \(actual)")
        try compare("\(key)", expected.description, actual.description)
        if isHeld, case (.part(let modelPart), .part(let part)) = (expected, actual) { held.append((part, modelPart)) }
    }

    func letGo(_ step: inout Step) {
        guard !held.isEmpty else { return }
        if step.once(in: 3) {
            note("let go of everything")
            held = []
        } else {
            let index = step.choose(among: held.count)
            note("let go of \(held[index].part.label)")
            held.remove(at: index)
        }
    }

    // MARK: - Properties

    func makeProperty(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let key = chooseKey(&step)
        let property = model.makeProperty(key, in: number)
        note("container \(number): property \(property) of \(key)")
        properties[property] = key.door.property(in: container, isOptional: step.once(in: 3))
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
        guard let property = chooseProperty(&step), let (key, number) = model.place(of: property) else { return }
        var trial = model
        trial.doubtsWeakInstances = true
        guard case .part = (Outcome { () throws(Refusal) in try trial.read(property) }) else {
            note("drop property \(property), as \(key) may be missing")
            return drop(property)
        }
        if let container = containers[number] { try compareWhetherResolvable(key, number, container) }
        note("read property \(property), of \(key) in container \(number)")
        let outcome = Outcome { () throws(Refusal) in try model.read(property) }
        let part = properties[property]?()
        try compare(key, outcome, part.map { .part($0) } ?? .refusal(.missing), step.once(in: 4))
    }

    private func chooseProperty(_ step: inout Step) -> Int? {
        properties.isEmpty ? nil : step.choose(properties.keys.sorted())
    }
}

/// What a resolution comes to.
enum Outcome: CustomStringConvertible {
    case part(Part)
    case refusal(Refusal)
    /// What the model knows nothing of.
    case other(String)

    init(_ body: () throws(Refusal) -> Part) {
        do throws(Refusal) { self = .part(try body()) } catch { self = .refusal(error) }
    }

    static func resolving(_ door: any Door, in container: DependencyContainer) -> Outcome {
        do throws(DependencyError) {
            return .part(try door.resolving(in: container))
        } catch {
            switch error.reason {
            case .missing: return .refusal(error.path.count == 1 ? .missing : .neededIsMissing)
            case .cycle: return .refusal(.circle)
            case .nothingToDecorate: return .refusal(.nothingToDecorate)
            case .creatorFailed(let cause) where cause is Workshop.OutOfPaper: return .refusal(.creatorFailed)
            default: return .other(error.description)
            }
        }
    }

    var description: String {
        switch self {
        case .part(let part): part.label
        case .refusal(let refusal): "\(refusal)"
        case .other(let text): text
        }
    }
}
