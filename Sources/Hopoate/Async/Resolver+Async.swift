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
        while true {
            switch try await advance(on: actor) {
            case .use(let box): return box
            case .hop(let next):
                hops = hopping === frame.registration ? hops + 1 : 1
                hopping = frame.registration
                // A clock and its decorator, which nobody keeps, may belong to two actors.
                if hops > Resolver.limitOfRepetitions { throw .failed(unusable(.belongsToActor(next))) }
                actor = next
            case .wait(let creation):
                switch try await Waiting.await(creation, frame) {
                case .made(let answer, isKept: false, let mocks):
                    frame.add(mocks)
                    frame.isAbandoned = true
                    if let answer = passToNextDecorator(answer) { return answer }
                case .failed(let failure, let count):
                    if let shared = shared(failure, after: count) { throw shared }
                    restart()
                case .made, nil: restart()
                }
            case .await(let recipe):
                if let answer = try await create(recipe), let answer = passToNextDecorator(answer) { return answer }
            default: break
            }
        }
    }

    /// Advances as far as the thread can, on an actor.
    private mutating func advance(on actor: isolated (any Actor)?) throws(ResolutionFailure) -> Action {
        let thread = ThreadState.current
        let outerActor = thread.state.actor
        thread.state.actor = actor
        defer { thread.state.actor = outerActor }
        return try advance()
    }

    /// Runs an asynchronous creator: in a task of its own if its instance is kept, as others may then await it.
    ///
    /// - Returns: Its instance. Nil if that has to be created again, as it was reset since then.
    private func create(
        _ recipe: Recipe,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> AnyBox? {
        let running = AsyncFrame(of: frame)
        let outcome =
            frame.isUnowned
            ? await running.run(recipe) : try await Waiting.await(running.start(recipe), frame, isOwn: true)
        switch outcome {
        case .made(let answer, let isKept, _):
            if !isKept { frame.isAbandoned = true }
            return !isKept || frame.keeps(answer) ? answer : nil
        case .failed(let failure, _): throw failure
        case nil: return nil
        }
    }

    /// Begins to create an instance that no code awaits yet.
    static func createAhead(_ registration: AnyServiceRegistration, in table: StackTable) {
        var resolver = Resolver(exactly: registration, in: table, isAsync: true)
        guard case .await(let recipe)? = try? resolver.advance() else { return }
        let running = AsyncFrame(of: resolver.frame)
        resolver.frame.endGraph()
        _ = running.start(recipe)
    }
}
