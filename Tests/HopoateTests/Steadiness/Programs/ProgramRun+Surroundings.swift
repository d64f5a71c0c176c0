import Hopoate

// Containers, and the surroundings of lifetimes.
extension ProgramRun {
    func makeContainer() {
        let container = DependencyContainer()
        let number = model.makeContainer()
        record("container \(number): new")
        registerClock(in: container)
        containers[number] = container
    }

    private func registerClock(in container: DependencyContainer) {
        container.register(clock, for: (any ExpirationClock).self)
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

    private func release(_ container: Int) {
        record("container \(container): released")
        observers[container] = nil
        containers[container] = nil
        model.release(container)
    }

    func resetContainer(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        record("container \(number): reset")
        container.removeAll()
        model.reset(number)
        if model.isRoot(number) { registerClock(in: container) }
    }

    /// Performs the next few steps with a shared child, which is reset after them.
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
            return nil
        }
        if let mismatch { throw mismatch }
        record("container \(child): reset")
        childrenOfOperations.remove(child)
        model.reset(child)
        if !isKept { release(child) }
    }

    func resetScope(_ step: inout Step) {
        let scope = step.choose(among: scopes.count)
        record("reset scope \(scope)")
        scopes[scope].reset()
        model.reset(scope: scope)
    }

    func advanceClock(_ step: inout Step) {
        clock.now += 1 + step.choose(among: 2)
        record("it is \(clock.now) s")
        model.now = clock.now
    }

    func togglePaper() {
        model.workshop.hasPaper.toggle()
        let hasPaper = model.workshop.hasPaper
        record(hasPaper ? "more paper" : "out of paper")
        workshop.setPaper(hasPaper)
    }

    /// Begins or ends to observe a container, which must make no difference.
    func observe(_ step: inout Step) {
        let (number, container) = chooseContainer(&step)
        let isObserved = observers[number] != nil
        record("container \(number): \(isObserved ? "no longer observed" : "observed")")
        observers[number] = isObserved ? nil : ProgramObserver(of: container)
    }
}
