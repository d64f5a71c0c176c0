// What holds however the tasks and threads of a program meet, so without a model.

extension EndingRun {
    /// The first violation of a rule in a program that has run, or nil.
    func problem() async -> String? {
        let services = services.value.values.sorted { $0.began < $1.began }
        // Nobody awaits some clean-ups, what they call, and releases.
        await eventually(
            census.alive == 0 && !calls.value.contains { $0.ended.value == 0 } && !services.contains(where: isOpen)
        )
        for service in services where service.registration.isComplete.value {
            let problem = problemOfCleanUp(service) ?? problemOfOrder(service) ?? problemOfReturn(service)
            if let problem { return "\(problem)\n  \(service)" }
        }
        for (service, call) in answers.value where service.registration.isComplete.value {
            if let problem = problemOfAnswer(service, call) { return "\(problem)\n  \(service)\n  \(call)" }
        }
        // A creation that was abandoned before its creator began may have ended since.
        await eventually(census.alive == 0)
        return census.alive > 0 ? "\(census.alive) are alive." : nil
    }

    /// Whether it was created to be kept, and is not cleaned up.
    private func isOpen(_ service: EndedService) -> Bool {
        let state = service.state.value
        if state.cleanedUp > 0 || isItsCallersAlone(service) || !service.registration.isComplete.value { return false }
        // What decorates an instance that is not kept is not kept.
        guard service.registration.isDecorator, let base = state.held.first?.service else { return true }
        return !isItsCallersAlone(base)
    }

    /// Whether its registration may have been removed or reset while it was created, by a call that does not await creations, or that
    /// a creator or clean-up makes, which may not await them all.
    private func isItsCallersAlone(_ service: EndedService) -> Bool {
        let state = service.state.value
        return state.isItsCallersAlone
            || calls.value.contains { call in
                service.registration.isEnded(by: call, in: service.container)
                    // No call awaits creations of its services in children.
                    && (!call.isAwaited || call.outer != nil || service.container != service.registration.container)
                    // An asynchronous creation begins before its task does.
                    && (call.ended.value == 0 || call.ended.value > service.registration.number)
                    && (state.got == 0 || call.began.value < state.got)
            }
    }

    private func problemOfCleanUp(_ service: EndedService) -> String? {
        if service.state.value.countOfCleanUps > 1 { return "Once: it was cleaned up again." }
        return isOpen(service) ? "Once: it was not cleaned up." : nil
    }

    /// What uses another service is cleaned up before that one, if endings do both.
    private func problemOfOrder(_ user: EndedService) -> String? {
        let state = user.state.value
        guard let ending = state.cleaner, ending.isOutermostEnding else { return nil }
        for (service, got) in state.held {
            let held = service.state.value
            guard let other = held.cleaner, other === ending else { continue }
            let (isOwn, began) = (user.container != user.registration.container, other.began.value)
            // An ending may miss what begins later.
            let isThere = isOwn || other.target != .container(user.container) ? state.created < began : true
            let ageOfHeld = service.registration.isPerContainer ? got : service.registration.registered.value
            guard isThere, user.registration.registered.value < began,
                ageOfHeld < (isOwn ? state.created : user.registration.number)
            else { continue }
            if state.cleanedUp > held.cleaningBegan {
                return "Order: it uses this.\n  \(service)\n  \(ending)\n  \(other)"
            }
        }
        return nil
    }

    /// When an ending returns, what was there before is cleaned up, unless another awaited ending is about to do so.
    private func problemOfReturn(_ service: EndedService) -> String? {
        let state = service.state.value
        guard let cleaner = state.cleaner, !isItsCallersAlone(service) else { return nil }
        for call in calls.value where call.isAwaited && !call.isLookUp && state.cleanedUp > call.ended.value {
            if cleaner === call { return "Return: \(call) did not await its clean-up." }
            let isOfScope =
                !service.registration.isDecorator && call.target == service.registration.scope.map { .scope($0) }
            guard isOfScope || call.target == .container(service.container) else { continue }
            let hadEnded = cleaner.ended.value > 0 && cleaner.ended.value < call.began.value
            if !isOfScope, call.outer == nil, hadEnded, !cleaner.isAwaited, !cleaner.isLookUp {
                return "Return: \(call) did not await its clean-up, which had begun before."
            }
            if state.got > 0, state.got < call.began.value, cleaner.began.value > call.ended.value {
                return "Return: \(call) left it out."
            }
        }
        return nil
    }

    /// No look-up returns an instance whose clean-up had ended before, nor one that was released before it was kept.
    private func problemOfAnswer(_ service: EndedService, _ lookUp: EndingCall) -> String? {
        let state = service.state.value
        if (1..<lookUp.began.value).contains(state.cleanedUp) { return "Closed: a later look-up returned it." }
        // A later look-up may sweep per-container instances whose registration was removed.
        guard let cleaner = state.cleaner, cleaner.isLookUp, cleaner.began.value < service.began,
            !service.registration.isDecorator, !state.isItsCallersAlone
        else { return nil }
        let isRemoved = calls.value.contains {
            $0.isRemoval && $0.began.value < lookUp.ended.value
                && service.registration.isEnded(by: $0, in: service.container)
        }
        return isRemoved ? nil : "Closed: a look-up returned it, though its registration was not removed."
    }

    /// The services, and everything that was called or created, in the order of its beginning.
    var story: String {
        let plans = program.services.enumerated().map { "\n  \($0): \($1)" }.joined()
        let events = calls.value.map { ($0.began.value, "\($0)") } + services.value.values.map { ($0.began, "\($0)") }
        return "\(program.subject)\(plans)\(events.sorted { $0.0 < $1.0 }.map { "\n  \($0.1)" }.joined())"
    }
}
