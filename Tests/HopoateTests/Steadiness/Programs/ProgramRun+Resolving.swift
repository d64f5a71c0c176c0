import Hopoate

extension ProgramRun {
    func resolve(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let request = chooseRequest(&step)
        record("container \(number): resolve \(request)")
        try compareWhetherResolvable(request.key, number, container)
        let (choice, isHeld) = (step.choose(among: 3), step.once(in: 2))
        let outcome = Outcome { () throws(Refusal) in try model.resolve(request, in: number) }
        let actual = resolve(request, outcome, in: container, ProgramRun.isCareful ? 2 : choice)
        try compare(request, outcome, actual, isHeld)
    }

    /// Uses one of three functions. Two of them trap if the model expects no answer.
    private func resolve(
        _ request: Request,
        _ outcome: Outcome,
        in container: DependencyContainer,
        _ way: Int
    ) -> Outcome {
        let door = request.key.door
        switch (outcome, way) {
        case (.parts, 0): return .parts(door.resolve(request.argument, in: container))
        case (.parts, 1): return .parts(door.optionalResolve(request.argument, in: container) ?? [])
        case (.refusal(.missing), 1), (.refusal(.nothingToDecorate), 1):
            // A decorator of nothing is nothing.
            return door.optionalResolve(request.argument, in: container).map { .parts($0) } ?? outcome
        default: return .resolving { try door.resolving(request.argument, in: container) }
        }
    }

    private func chooseRequest(_ step: inout Step) -> Request {
        switch step.operation {
        case .resolveAll: Request(key: .partContributions)
        case .resolveWith: step.choose(focus.filter(Request.all.filter { $0.argument != nil }))
        default: Request(key: chooseKey(&step))
        }
    }

    func asyncResolve(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let request = Request(key: chooseKey(&step))
        record("container \(number): await \(request)")
        try compareWhetherResolvable(request.key, number, container)
        model.creatorsMayAct = false
        defer { model.creatorsMayAct = true }
        let outcome = Outcome { () throws(Refusal) in try model.resolve(request, in: number, awaiting: true) }
        try compare(request, outcome, .awaiting(request.key, in: container), step.once(in: 2))
    }

    func canResolve(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let key = step.choose(focus.filter(TestedKey.plain + TestedKey.takingArguments))
        record("container \(number): can it resolve \(key)?")
        try compareWhetherResolvable(key, number, container)
    }

    /// Also compared before a function that traps if the answer differs from the model's.
    func compareWhetherResolvable(
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

    func compare(
        _ request: Request,
        _ expected: Outcome,
        _ actual: Outcome,
        _ isHeld: Bool
    ) throws(Mismatch) {
        record("    \(actual)")
        try compare("\(request)", expected.description, actual.description)
        guard isHeld, case .parts(let modelParts) = expected, case .parts(let parts) = actual else { return }
        for (part, modelPart) in zip(parts, modelParts) { held.append((part, modelPart)) }
    }

    func releaseHeld(_ step: inout Step) {
        guard !held.isEmpty else { return }
        if step.once(in: 3) {
            record("release everything")
            held = []
        } else {
            let index = step.choose(among: held.count)
            record("release \(held[index].part.label)")
            held.remove(at: index)
        }
    }
}
