// Look-ups that may await: asynchronous creators, the actors that creators belong to, and other threads and tasks.

extension Resolver {
    /// Finds the answer as `answer()` does, and blocks no thread.
    mutating func asyncAnswer(isolation: isolated (any Actor)? = #isolation) async throws -> AnyBox {
        defer { end() }
        do throws(ResolutionFailure) { return try await answer(beginningOn: isolation) } catch {
            if case .cancelled = error { throw CancellationError() }
            throw self.error(of: error)
        }
    }

    private mutating func answer(
        beginningOn actor: (any Actor)?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> AnyBox {
        var (actor, hops, hopping) = (actor, 0, frame.registration)
        var budget = LoopBudget()
        while true {
            budget.takeTurn(of: "asyncAnswer()")
            switch try await advance(on: actor) {
            case .use(let box): return box
            case .hop(let next):
                hops = hopping === frame.registration ? hops + 1 : 1
                hopping = frame.registration
                // A clock and its decorator, which nobody keeps, may belong to two actors.
                if hops > Resolver.limitOfRepetitions { throw .failed(unusable(.belongsToActor(next))) }
                actor = next
            case .wait(let creation):
                let outcome = try await Waiting.await(creation, frame)
                if let answer = try accept(outcome, isOwn: false) { return answer }
            case .await(let recipe):
                if let answer = try accept(try await create(recipe), isOwn: true) { return answer }
            default: break
            }
        }
    }

    /// Advances as far as the thread can, on an actor.
    @inline(never)
    private mutating func advance(on actor: isolated (any Actor)?) throws(ResolutionFailure) -> Action {
        let thread = ThreadState.current
        let outerActor = thread.state.actor
        thread.state.actor = actor
        defer { thread.state.actor = outerActor }
        return try advance()
    }

    /// Runs an asynchronous creator: in a task of its own if its instance is kept, as others may then await it.
    private func create(
        _ recipe: Recipe,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Activity.Outcome? {
        let running = AsyncFrame(of: frame)
        guard let creation = frame.creation, !frame.isUnowned else { return await running.run(recipe) }
        return try await Waiting.await(creation, frame) { running.start(recipe, creation) }
    }

    /// Goes on with what has come of a creation, which this look-up or another one has begun.
    ///
    /// - Returns: The answer, if the look-up has one now.
    @inline(never)
    private mutating func accept(_ outcome: Activity.Outcome?, isOwn: Bool) throws(ResolutionFailure) -> AnyBox? {
        switch outcome {
        case .failed(let failure, let count):
            if isOwn { throw failure }
            if let shared = shared(failure, after: count) { throw shared }
        case .made(let created, .closed, _): return try readAgain(after: created)
        case .made(let created, .cached, _):
            if isOwn, frame.keeps(created) { return passToNextDecorator(created) }
        // This look-up may have begun after a mock has ended that the instance was created from.
        case .made(let created, _, let mocks) where isOwn || !mocks.haveEnded:
            if !isOwn { frame.add(mocks) }
            frame.isAbandoned = true
            return passToNextDecorator(created)
        default: break
        }
        try restart(isCounted: isOwn)
        return nil
    }

    /// Begins to create an instance that no code awaits yet.
    static func createAhead(_ registration: AnyServiceRegistration, in table: StackTable) {
        var resolver = Resolver(exactly: registration, in: table, isAsync: true)
        guard case .await(let recipe)? = try? resolver.advance(), let creation = resolver.frame.creation else { return }
        let running = AsyncFrame(of: resolver.frame)
        resolver.frame.endGraph()
        running.start(recipe, creation)
    }
}
