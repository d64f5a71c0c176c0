import Hopoate

// Containers, and the surroundings of lifetimes.
extension ProgramRun {
    func makeContainer() {
        let container = DependencyContainer()
        let number = model.makeContainer()
        record("container \(number): new")
        containers[number] = container
    }

    func addContainer(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        // With more, they would seldom meet.
        guard containers.count < 5 else { return }
        switch step.operation {
        case .makeChild:
            let child = model.makeContainer(parent: number)
            record("container \(child): child of \(number)")
            containers[child] = DependencyContainer(parent: container)
        case .fork:
            // An instance that was created from a copy of a mock is not released with the mock.
            if model.isOrHasParent(number, in: mocks.map(\.container)) { return }
            let fork = model.fork(number)
            record("container \(fork): fork of \(number)")
            containers[fork] = container.fork()
        default: makeContainer()
        }
    }

    func releaseContainer(_ step: inout Step) {
        let number = chooseContainer(&step).number
        guard !childrenOfOperations.contains(number), containers.count - childrenOfOperations.count > 1 else { return }
        release(number)
    }

    func release(_ container: Int) {
        record("container \(container): released")
        observers[container] = nil
        model.release(container)
        // Its clean-ups look for containers.
        _ = containers.removeValue(forKey: container)
    }

    func resetContainer(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        record("container \(number): reset")
        model.reset(number)
        container.removeAll()
    }

    /// Performs the next few steps with a shared child, which ends after them.
    func withChild(_ step: inout Step) throws(Mismatch) {
        let (number, container) = chooseContainer(&step)
        let (count, isKept) = (2 + step.choose(among: 5), step.once(in: 3))
        let child = model.makeContainer(parent: number)
        record("container \(number): with the child \(child)")
        let mismatch: Mismatch? = container.withChild { container in
            containers[child] = container
            childrenOfOperations.insert(child)
            do throws(Mismatch) {
                for _ in 0..<count { if let step = steps.popFirst() { try performAndCompare(step) } }
            } catch {
                return error
            }
            record("container \(child): ends")
            model.end(child)
            return nil
        }
        if let mismatch { throw mismatch }
        childrenOfOperations.remove(child)
        if !isKept { release(child) }
    }

    func resetScope(_ step: inout Step) {
        let scope = step.choose(among: scopes.count)
        record("reset scope \(scope)")
        model.reset(scope: scope)
        scopes[scope].reset()
    }

    func togglePaper() {
        model.workshop.hasPaper.toggle()
        let hasPaper = model.workshop.hasPaper
        record(hasPaper ? "more paper" : "out of paper")
        workshop.setPaper(hasPaper)
    }

    /// Begins or ends to observe a container. Half of the observers act, and the others must make no difference.
    func observe(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let isObserved = observers[number] != nil
        let resolve = focus.hasMocks ? nil : Recipe.Observing.resolve
        let act = isObserved ? nil : step.choose([nil, nil, resolve, resolve, .reset, .remove])
        let text = isObserved ? "no longer observed" : "observed" + (act.map { ", which does \($0)" } ?? "")
        record("container \(number): \(text)")
        model.containers[number].observing = act
        let perform = act.map { act in { [unowned self] event in notify(of: event, in: number, act) } }
        observers[number] = isObserved ? nil : ProgramObserver(of: container, perform)
    }

    private func notify(of event: ResolutionEvent, in container: Int, _ act: Recipe.Observing) {
        guard let line = InventoryLine(event.registration), let key = model.keys[line.recipe] else { return }
        act.act(on: line.recipe, of: key, container: container, isNew: event.kind == .registered).map(perform)
    }
}
