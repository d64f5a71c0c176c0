// Look-ups that may await: asynchronous creators, the actors that creators belong to, and other threads and tasks.

extension Lookup {
    /// Finds the answer as `answer()` does, and blocks no thread.
    func asyncAnswer(isolation: isolated (any Actor)? = #isolation) async throws -> AnyBox {
        defer { end() }
        do throws(ResolutionFailure) { return try await answer(beginningOn: isolation) } catch {
            if case .cancelled = error { throw CancellationError() }
            throw self.error(of: error)
        }
    }

    private func answer(
        beginningOn actor: (any Actor)?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> AnyBox {
        var actor = actor
        while true {
            switch try await advance(on: actor) {
            case .answer(let box): return box
            case .hop(let next): actor = next
            case .wait(let creation):
                let outcome = try await Waiting.await(creation, self)
                if let answer = try accept(outcome, isOwn: false) { return answer }
            case .await(let recipe):
                if let answer = try accept(try await awaitCreation(by: recipe), isOwn: true) { return answer }
            }
        }
    }

    /// Advances as far as the thread can, on an actor.
    @inline(never)
    private func advance(on actor: isolated (any Actor)?) throws(ResolutionFailure) -> Progress {
        let thread = ThreadState.current
        let outerActor = thread.state.actor
        thread.state.actor = actor
        defer { thread.state.actor = outerActor }
        return try advance()
    }

    /// Runs an asynchronous creator: in a task of its own if its instance is kept, as others may then await it.
    private func awaitCreation(
        by recipe: Recipe,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Activity.Outcome? {
        let running = TaskActivity(of: self)
        guard attempt.slot != nil, let creation = attempt.creation else { return await running.run(recipe) }
        return try await Waiting.await(creation, self) { running.start(recipe, creation) }
    }

    /// Begins to create an instance that no code awaits yet.
    static func createAhead(_ registration: AnyServiceRegistration, in table: StackTable) {
        let lookup = Lookup(exactly: registration, in: table, isAsync: true)
        guard case .await(let recipe)? = try? lookup.advance(), let creation = lookup.attempt.creation else { return }
        let running = TaskActivity(of: lookup)
        lookup.end()
        running.start(recipe, creation)
    }
}
