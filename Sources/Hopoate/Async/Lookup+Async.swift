// Look-ups that may await: asynchronous creators, the actors that creators belong to, and other threads and tasks.

extension Lookup {
    /// Finds the answer as `answer()` does, and blocks no thread.
    func asyncAnswer(isolation: isolated (any Actor)? = #isolation) async throws -> AnyKept {
        defer { end() }
        do throws(ResolutionFailure) { return try await answer(beginningOn: isolation) } catch {
            if case .cancelled = error { throw CancellationError() }
            throw self.error(of: error)
        }
    }

    private func answer(
        beginningOn actor: (any Actor)?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> AnyKept {
        var (actor, hops, hopping) = (actor, 0, registration)
        while true {
            switch try await goOn(on: actor) {
            case .use(let kept): return kept
            case .hop(let next):
                hops = hopping === registration ? hops + 1 : 1
                hopping = registration
                // A clock and its decorator, which nobody keeps, may belong to two actors.
                if hops > Lookup.limitOfRepetitions { throw .failed(unusable(.belongsToActor(next))) }
                actor = next
            case .wait(let creation):
                switch try await Waiting.await(creation, self) {
                case .made(let made, isKept: false, let mocks):
                    addMocks(mocks)
                    if !isUnheld { holder = .caller }
                    if let answer = climb(with: made) { return answer }
                case .failed(let failure, let count):
                    if let shared = shared(failure, after: count) { throw shared }
                    beginAgain()
                case .made, nil: beginAgain()
                }
            case .await(let recipe):
                switch try await outcome(of: recipe) {
                case .made(let made, let isKept, _):
                    if !isKept, !isUnheld { holder = .caller }
                    // One that was reset since then is made again.
                    if !isKept || keeps(made), let answer = climb(with: made) { return answer }
                case .failed(let failure, _): throw failure
                case nil: break
                }
            default: break
            }
        }
    }

    /// Goes on as far as the thread can, on an actor.
    private func goOn(on actor: isolated (any Actor)?) throws(ResolutionFailure) -> Step {
        let thread = ThreadState.current
        let outerActor = thread.state.actor
        thread.state.actor = actor
        defer { thread.state.actor = outerActor }
        return try goOn()
    }

    /// Runs an asynchronous creator: in a task of its own if its instance is kept, as others may then await it.
    private func outcome(
        of recipe: Recipe,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Creation.Outcome? {
        let frame = AsyncFrame(of: self)
        let creation = frame.lookup!.creation!
        if isUnheld { return await frame.lookup!.outcome(of: recipe, frame) }
        Lookup.start(frame, recipe)
        return try await Waiting.await(creation, self, isOwn: true)
    }

    /// Begins to make an instance that no code awaits yet.
    static func createAhead(_ registration: AnyServiceRegistration, in table: StackTable) {
        let lookup = Lookup(exactly: registration, in: table, isAsync: true)
        guard case .await(let recipe)? = try? lookup.goOn() else { return }
        let frame = AsyncFrame(of: lookup)
        lookup.endGraph()
        Lookup.start(frame, recipe)
    }

    /// Runs an asynchronous creator as the frame of the current task, and keeps its instance.
    private func outcome(of recipe: Recipe, _ frame: AsyncFrame) async -> Creation.Outcome {
        let outcome: Creation.Outcome
        do {
            let made = try await AsyncFrame.taskLocal.withValue(frame) {
                rare?.observed?.tell(.creationBegan)
                guard let container = frame.container else { throw ResolutionFailure.missing }
                return try await DependencyContainer.withShared(container) { try await recipe.asyncCreate!() }
            }
            frame.end()
            outcome = .made(try keep(made), isKept: creation!.isKept, rare?.mocks?.all ?? [])
            rare?.observed?.tell(.creationEnded)
        } catch {
            frame.end()
            outcome = self.outcome(of: failure(of: error), creation!)
            rare?.observed?.tell(.creationFailed)
        }
        endGraph()
        Waiting.handOver(outcome, of: creation!)
        maker.countCreations(-1)
        return outcome
    }

    /// Runs an asynchronous creator in a task of its own, which inherits no container: it may end after those that await it.
    private static func start(_ frame: AsyncFrame, _ recipe: Recipe) {
        let task = DependencyContainer.binding.withValue(.processWide) { Task { await run(frame, recipe) } }
        if let creation = frame.lookup?.creation { Waiting.begin(creation, in: task) }
    }

    /// Runs an asynchronous creator, and wakes those that await it when the task holds nothing of the look-up any more.
    private static func run(_ frame: AsyncFrame, _ recipe: Recipe) async {
        let creation = frame.lookup!.creation!
        _ = await frame.lookup!.outcome(of: recipe, frame)
        Waiting.end(creation)
    }
}
